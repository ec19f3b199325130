package dev.otters.cli.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders help texts in Docker's format. */
public final class Help {
  private static final int COLUMNS = 100;

  private Help() {}

  /** Returns the help of one command. */
  public static String of(Command command) {
    StringBuilder text = new StringBuilder("Usage:  ").append(command.synopsis()).append("\n\n");
    text.append(command.summary()).append('\n');
    if (!command.details().isEmpty()) {
      text.append('\n').append(wrapped(command.paragraphs())).append('\n');
    }
    if (!command.aliases().isEmpty()) {
      text.append("\nAliases:\n  ").append(aliases(command)).append('\n');
    }
    if (!command.arguments().isEmpty()) {
      text.append("\nArguments:\n");
      rows(text, command.arguments(), Argument::label, Argument::help);
    }
    if (!command.options().isEmpty()) {
      text.append("\nOptions:\n");
      rows(text, sorted(command.options()), Help::spelling, Option::help);
    }
    text.append("\nGlobal Options:\n");
    rows(text, Command.GLOBAL, Help::spelling, Option::help);
    text.append("\nExamples:\n");
    command.examples().forEach(e -> example(text, e));
    return text.toString();
  }

  /** Returns the help of the program. */
  public static String of(List<Command> commands) {
    StringBuilder text =
        new StringBuilder("Usage:  otters [OPTIONS] COMMAND\n\nDocker for AI agents\n");
    for (Group group : Group.values()) {
      List<Command> members = commands.stream().filter(c -> c.group() == group).toList();
      if (!members.isEmpty()) {
        text.append('\n').append(group.title()).append(":\n");
        rows(text, members, Command::name, Command::summary);
      }
    }
    text.append("\nGlobal Options:\n");
    List<Option> global = new ArrayList<>(Command.GLOBAL);
    global.add(Option.flag("Show the version of this command", "--version"));
    rows(text, global, Help::spelling, Option::help);
    return text.append("\nRun 'otters COMMAND --help' for more information on a command.\n")
        .toString();
  }

  /** Returns the help of commands that begin with the same word. */
  public static String of(String word, List<Command> members) {
    StringBuilder text =
        new StringBuilder("Usage:  otters ").append(word).append(" COMMAND\n\nCommands:\n");
    rows(text, members, Command::name, Command::summary);
    return text.append("\nRun 'otters ")
        .append(word)
        .append(" COMMAND --help' for more information on a command.\n")
        .toString();
  }

  /** Returns the spellings of an option, such as {@code -v, --mount SPEC}. */
  static String spelling(Option option) {
    boolean onlyLong = option.names().getFirst().startsWith("--");
    String names = (onlyLong ? "    " : "") + String.join(", ", option.names());
    return option.value() == null ? names : names + " " + option.value();
  }

  private static String aliases(Command command) {
    return Stream.concat(Stream.of(command.name()), command.aliases().stream())
        .map(name -> "otters " + name)
        .collect(Collectors.joining(", "));
  }

  private static List<Option> sorted(List<Option> options) {
    return options.stream().sorted(Comparator.comparing(Option::key)).toList();
  }

  private static void example(StringBuilder text, Example example) {
    text.append("  # ").append(example.meaning()).append('\n');
    text.append("  ").append(example.line()).append("\n\n");
  }

  /** Wraps paragraphs, which are separated by an empty line. */
  private static String wrapped(String text) {
    return text.lines()
        .map(line -> line.replaceAll("(.{1," + COLUMNS + "})( |$)", "$1\n").stripTrailing())
        .collect(Collectors.joining("\n"));
  }

  private static <T> void rows(
      StringBuilder text, List<T> rows, Function<T, String> left, Function<T, String> right) {
    int width = rows.stream().map(left).mapToInt(String::length).max().orElse(0) + 3;
    for (T row : rows) {
      String name = left.apply(row);
      text.append("  ").append(name).repeat(' ', width - name.length());
      text.append(right.apply(row)).append('\n');
    }
  }
}
