package dev.otters.cli.command;

import java.util.List;
import java.util.Locale;

/** Renders manual pages, in the macros of man. */
public final class ManPage {
  private final StringBuilder page = new StringBuilder();

  private ManPage(String name, String version) {
    macro("TH", quoted(name.toUpperCase(Locale.ROOT)), "1", "\"\"", quoted("otters " + version));
  }

  /** Returns the file name of a command's page, such as {@code otters-image-build.1}. */
  public static String fileName(Command command) {
    return name(command) + ".1";
  }

  /** Returns the page of one command. */
  public static String of(Command command, String version) {
    ManPage man = new ManPage(name(command), version);
    man.head(name(command), command.summary());
    man.synopsis(command);
    man.section("DESCRIPTION").text(command.summary() + ".");
    if (!command.details().isEmpty()) {
      command.paragraphs().lines().filter(line -> !line.isBlank()).forEach(man::text);
    }
    if (!command.arguments().isEmpty()) {
      man.section("ARGUMENTS");
      command.arguments().forEach(a -> man.item("\\fI" + escaped(a.label()) + "\\fR", a.help()));
    }
    if (!command.options().isEmpty()) {
      man.section("OPTIONS").options(command.options());
    }
    man.section("GLOBAL OPTIONS").options(Command.GLOBAL);
    man.section("EXAMPLES");
    for (Example example : command.examples()) {
      man.text(example.meaning() + ":");
      man.macro("PP").macro("EX").line(escaped(example.line())).macro("EE");
    }
    return man.section("SEE ALSO").line("\\fBotters\\fR(1)").page.toString();
  }

  /** Returns the page of the program. */
  public static String of(List<Command> commands, String version) {
    ManPage man = new ManPage("otters", version);
    man.head("otters", "Docker for AI agents");
    man.section("SYNOPSIS").line("\\fBotters\\fR [OPTIONS] COMMAND");
    man.section("DESCRIPTION")
        .text(
            "If no daemon answers on the socket in $OTTERS_HOME (default ~/.otters), the command"
                + " starts one. Each command has a page of its own, such as"
                + " otters-run(1).");
    for (Group group : Group.values()) {
      List<Command> members = commands.stream().filter(c -> c.group() == group).toList();
      if (!members.isEmpty()) {
        man.section(group.title().toUpperCase(Locale.ROOT));
        members.forEach(c -> man.item("\\fB" + escaped(name(c)) + "\\fR(1)", c.summary()));
      }
    }
    man.section("GLOBAL OPTIONS").options(Command.GLOBAL);
    return man.page.toString();
  }

  private static String name(Command command) {
    return "otters-" + command.name().replace(' ', '-');
  }

  private void head(String name, String summary) {
    section("NAME").line(escaped(name) + " \\- " + escaped(summary));
  }

  private void synopsis(Command command) {
    section("SYNOPSIS")
        .line(
            "\\fBotters "
                + escaped(command.name())
                + "\\fR "
                + escaped(
                    command
                        .synopsis()
                        .substring("otters ".length() + command.name().length() + 1)));
    if (!command.aliases().isEmpty()) {
      text("Also: otters " + String.join(", otters ", command.aliases()));
    }
  }

  private void options(List<Option> options) {
    for (Option option : options) {
      String names = "\\fB" + escaped(String.join(", ", option.names())) + "\\fR";
      String value = option.value() == null ? "" : " \\fI" + escaped(option.value()) + "\\fR";
      item(names + value, option.help());
    }
  }

  private void item(String tag, String text) {
    macro("TP").line(tag).line(escaped(text));
  }

  private void text(String paragraph) {
    macro("PP").line(escaped(paragraph));
  }

  private ManPage section(String title) {
    return macro("SH", quoted(title));
  }

  private ManPage macro(String name, String... arguments) {
    page.append('.').append(name);
    for (String argument : arguments) {
      page.append(' ').append(argument);
    }
    page.append('\n');
    return this;
  }

  private ManPage line(String text) {
    boolean command = text.startsWith(".") || text.startsWith("'");
    page.append(command ? "\\&" : "").append(text).append('\n');
    return this;
  }

  private static String quoted(String text) {
    return '"' + escaped(text) + '"';
  }

  /** Escapes characters that are special to roff, or that some of its versions do not read. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\\' -> escaped.append("\\e");
                case '-' -> escaped.append("\\-");
                case '\'' -> escaped.append("\\(aq");
                case '~' -> escaped.append("\\(ti");
                case '^' -> escaped.append("\\(ha");
                case '`' -> escaped.append("\\(ga");
                default -> {
                  if (c < 0x80) {
                    escaped.appendCodePoint(c);
                  } else {
                    escaped.append("\\[u%04X]".formatted(c));
                  }
                }
              }
            });
    return escaped.toString();
  }
}
