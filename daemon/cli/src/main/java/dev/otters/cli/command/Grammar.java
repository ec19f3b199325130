package dev.otters.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Parses command lines with the description of a command. The only user of picocli. */
public final class Grammar {
  private Grammar() {}

  /**
   * Parses the words after a command's name.
   *
   * @throws UsageException when an option is unknown or lacks its value, or arguments are missing
   *     or too many
   */
  public static Arguments parse(Command command, List<String> words) {
    CommandLine.ParseResult parsed;
    try {
      parsed = new CommandLine(spec(command)).parseArgs(words.toArray(String[]::new));
    } catch (CommandLine.ParameterException e) {
      throw explain(command, e);
    }
    List<String> positional = List.of(parsed.matchedPositionalValue(0, new String[0]));
    Arguments arguments = new Arguments(options(command, parsed), positional);
    if (!arguments.has("--help")) {
      count(command, positional);
    }
    return arguments;
  }

  private static CommandSpec spec(Command command) {
    CommandSpec spec = CommandSpec.create();
    spec.parser()
        .expandAtFiles(false)
        .stopAtPositional(command.arguments().stream().anyMatch(Argument::verbatim))
        .overwrittenOptionsAllowed(false)
        .caseInsensitiveEnumValuesAllowed(false);
    spec.interpolateVariables(false);
    command.allOptions().forEach(option -> spec.addOption(option(option)));
    return spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("0..*")
            .type(String[].class)
            .auxiliaryTypes(String.class)
            .build());
  }

  private static OptionSpec option(Option option) {
    String[] names = option.names().toArray(String[]::new);
    OptionSpec.Builder builder = OptionSpec.builder(names);
    if (option.value() == null) {
      return builder.arity("0").type(boolean.class).build();
    }
    return builder
        .arity("1")
        .paramLabel(option.value())
        .type(option.repeatable() ? String[].class : String.class)
        .auxiliaryTypes(String.class)
        .build();
  }

  private static Map<String, List<String>> options(
      Command command, CommandLine.ParseResult parsed) {
    Map<String, List<String>> given = new LinkedHashMap<>();
    for (Option option : command.allOptions()) {
      OptionSpec matched = parsed.matchedOption(option.key());
      if (matched != null) {
        given.put(option.key(), option.value() == null ? List.of() : matched.stringValues());
      }
    }
    return given;
  }

  private static void count(Command command, List<String> positional) {
    int least = command.arguments().stream().mapToInt(Argument::least).sum();
    boolean unbounded = command.arguments().stream().anyMatch(a -> a.most() == Integer.MAX_VALUE);
    if (positional.size() < least) {
      Argument missing = missing(command.arguments(), positional.size());
      throw new UsageException("missing " + missing.label() + ": " + missing.help(), null, command);
    }
    if (!unbounded && positional.size() > command.arguments().size()) {
      String extra = positional.get(command.arguments().size());
      throw new UsageException("unexpected argument '" + extra + "'", null, command);
    }
    int empty = positional.indexOf("");
    if (empty >= 0 && empty < least) {
      Argument meant = missing(command.arguments(), empty);
      throw new UsageException(meant.label() + " is empty: " + meant.help(), null, command);
    }
  }

  private static Argument missing(List<Argument> arguments, int given) {
    return arguments.stream().filter(a -> a.least() > 0).skip(given).findFirst().orElseThrow();
  }

  private static UsageException explain(Command command, CommandLine.ParameterException e) {
    return switch (e) {
      case CommandLine.UnmatchedArgumentException unmatched ->
          unknown(command, unmatched.getUnmatched().getFirst());
      case CommandLine.OverwrittenOptionException twice ->
          new UsageException(
              "option '" + name(twice.getOverwritten()) + "' is given more than once",
              null,
              command);
      case CommandLine.MissingParameterException missing
          when !missing.getMissing().isEmpty()
              && missing.getMissing().getFirst() instanceof OptionSpec option ->
          new UsageException(
              "option '" + name(option) + "' needs a value: " + option.paramLabel(), null, command);
      default ->
          new UsageException(
              Objects.requireNonNullElse(e.getMessage(), "wrong usage"), null, command);
    };
  }

  /** Finds a similar option. Of a short option, only the case can be a typo. */
  private static Optional<String> near(String name, List<String> names) {
    return name.startsWith("--")
        ? Nearest.of(name, names.stream().filter(other -> other.startsWith("--")).toList())
        : names.stream().filter(name::equalsIgnoreCase).findFirst();
  }

  private static String name(CommandLine.Model.ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static UsageException unknown(Command command, String word) {
    String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
    List<String> names = command.allOptions().stream().flatMap(o -> o.names().stream()).toList();
    String suggestion = near(name, names).map(near -> "Did you mean '" + near + "'?").orElse(null);
    return new UsageException("unknown option '" + name + "'", suggestion, command);
  }
}
