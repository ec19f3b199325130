package dev.otters.cli.commands;

import dev.otters.api.Json;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Yaml;
import dev.otters.cli.local.OptionValues;
import dev.otters.cli.template.Template;
import dev.otters.cli.template.TemplateException;
import java.util.List;
import java.util.function.Supplier;

/** A format of results, from {@code --output} or {@code --format}. */
sealed interface Output {
  /** The help of the option. */
  String TEMPLATE =
      "Print each row with a Go template, in a table with 'table TEMPLATE', or 'json'";

  /** Text for people, and tables cut to the screen. */
  record Text() implements Output {}

  /** Text for people, and tables with all columns, uncut. */
  record Wide() implements Output {}

  /** Formats that print the data of a result. */
  sealed interface Data extends Output {
    /** Prints a result. */
    void print(Console console, Object result, boolean uncut);

    /** Prints one of many results that follow each other. */
    default void printElement(Console console, Object result) {
      print(console, result, true);
    }
  }

  /** One JSON document. */
  record JsonDocument() implements Data {
    @Override
    public void print(Console console, Object result, boolean uncut) {
      console.line(Json.pretty(result));
    }

    @Override
    public void printElement(Console console, Object result) {
      console.line(Json.write(result));
    }
  }

  /** One YAML document. */
  record YamlDocument() implements Data {
    @Override
    public void print(Console console, Object result, boolean uncut) {
      console.line(Yaml.write(result));
    }

    @Override
    public void printElement(Console console, Object result) {
      console.line("---");
      console.line(Yaml.write(result));
    }
  }

  /** A line for each element of a list. */
  record Lines(Template template) implements Data {
    @Override
    public void print(Console console, Object result, boolean uncut) {
      rows(result).forEach(row -> console.line(evaluated(() -> template.apply(row))));
    }
  }

  /** A row for each element of a list. */
  record Rows(Template template) implements Data {
    @Override
    public void print(Console console, Object result, boolean uncut) {
      evaluated(() -> template.table(rows(result))).print(console, uncut);
    }

    @Override
    public void printElement(Console console, Object result) {
      throw UsageException.of(
          "--format: a table needs all rows at once", "Leave out the word 'table'.");
    }
  }

  /** Returns the format that the options ask for. */
  static Output of(Arguments arguments) {
    String format = arguments.one("--format").orElse(null);
    if (format == null) {
      return document(arguments.one("--output").orElse("text"));
    }
    if (arguments.has("--output")) {
      throw UsageException.of("--output and --format exclude each other", "Leave out one of them.");
    }
    if (format.isBlank()) {
      throw UsageException.of("--format is empty", "Write a template such as '{{.name}}'.");
    }
    if (format.equals("table")) {
      return new Text();
    }
    return format.startsWith("table ")
        ? new Rows(parsed(format.substring("table ".length()).stripLeading()))
        : new Lines(parsed(format.equals("json") ? "{{json .}}" : format));
  }

  private static Template parsed(String template) {
    return evaluated(() -> Template.parse(template));
  }

  private static Output document(String name) {
    return switch (OptionValues.word("--output", name, "text", "wide", "json", "yaml")) {
      case "json" -> new JsonDocument();
      case "yaml" -> new YamlDocument();
      case "wide" -> new Wide();
      default -> new Text();
    };
  }

  private static List<?> rows(Object result) {
    return result instanceof List<?> list ? list : List.of(result);
  }

  private static <T> T evaluated(Supplier<T> action) {
    try {
      return action.get();
    } catch (TemplateException e) {
      throw UsageException.of("--format: " + e.getMessage(), e.remedy());
    }
  }
}
