package dev.otters.cli.command;

import java.util.List;
import java.util.stream.Stream;

/**
 * The description of a command, from which its parser, help and reference page are made.
 *
 * @param name its words, such as {@code image build}
 * @param aliases other names, such as {@code build}
 * @param summary one line for the list of commands
 * @param details more text below the summary; may be empty
 */
public record Command(
    String name,
    List<String> aliases,
    Group group,
    String summary,
    String details,
    List<Argument> arguments,
    List<Option> options,
    List<Example> examples) {
  /** The options that every command has. */
  public static final List<Option> GLOBAL =
      List.of(
          Option.one(
              "URL",
              "Address of the daemon: unix:///path or http://127.0.0.1:port (OTTERSD_URL)",
              "-H",
              "--host"),
          Option.flag("Fail if no daemon answers, instead of starting one", "--no-daemon-start"),
          Option.flag("Show the stack trace of a failure", "--debug"),
          Option.flag("Show help", "-h", "--help"));

  /** Returns a command without arguments, options or examples. */
  public static Command of(String name, Group group, String summary) {
    return new Command(name, List.of(), group, summary, "", List.of(), List.of(), List.of());
  }

  /** Returns the command with these other names. */
  public Command alias(String... names) {
    return new Command(name, List.of(names), group, summary, details, arguments, options, examples);
  }

  /**
   * Returns the command with this text below its summary. An empty line separates paragraphs; other
   * line ends are spaces.
   */
  public Command details(String text) {
    return new Command(name, aliases, group, summary, text, arguments, options, examples);
  }

  /** Returns the command with these arguments. */
  public Command arguments(Argument... some) {
    return new Command(name, aliases, group, summary, details, List.of(some), options, examples);
  }

  /** Returns the command with these options. */
  public Command options(Option... some) {
    return new Command(name, aliases, group, summary, details, arguments, List.of(some), examples);
  }

  /** Returns the command with one more example. */
  public Command example(String line, String meaning) {
    List<Example> more =
        Stream.concat(examples.stream(), Stream.of(new Example(line, meaning))).toList();
    return new Command(name, aliases, group, summary, details, arguments, options, more);
  }

  /** Returns whether this is the name or an alias of the command. */
  public boolean isCalled(String word) {
    return name.equals(word) || aliases.contains(word);
  }

  /** Returns the details with one line for each paragraph. */
  String paragraphs() {
    return details.replaceAll("(?<!\\n)\\n(?!\\n)", " ");
  }

  /** Returns its own options and the global ones. */
  public List<Option> allOptions() {
    return Stream.concat(options.stream(), GLOBAL.stream()).toList();
  }

  /** Returns the usage line. */
  public String synopsis() {
    StringBuilder line = new StringBuilder("otters ").append(name).append(" [OPTIONS]");
    arguments.forEach(argument -> line.append(' ').append(argument.synopsis()));
    return line.toString();
  }
}
