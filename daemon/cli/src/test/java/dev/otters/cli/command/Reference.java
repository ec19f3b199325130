package dev.otters.cli.command;

import java.util.List;

/** Writes the reference page of all commands, as Markdown. */
public final class Reference {
  private Reference() {}

  /** Returns the page: the commands in the order of their groups, then the exit codes. */
  public static String page(List<Command> commands) {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    for (Group group : Group.values()) {
      List<Command> members = commands.stream().filter(c -> c.group() == group).toList();
      if (!members.isEmpty()) {
        page.append("\n## ").append(group.title()).append('\n');
        members.forEach(command -> command(page, command));
      }
    }
    page.append("\n## Global options\n\n");
    options(page, Command.GLOBAL);
    return page.append(EXITS).append(exitCodes()).toString();
  }

  private static void command(StringBuilder page, Command command) {
    page.append("\n### otters ").append(command.name()).append("\n\n");
    page.append("    ")
        .append(command.synopsis())
        .append("\n\n")
        .append(command.summary())
        .append(".\n");
    if (!command.details().isEmpty()) {
      page.append('\n').append(command.paragraphs()).append('\n');
    }
    if (!command.aliases().isEmpty()) {
      page.append("\nAlso: `otters ")
          .append(String.join("`, `otters ", command.aliases()))
          .append("`\n");
    }
    if (!command.options().isEmpty()) {
      page.append('\n');
      options(page, command.options());
    }
    page.append("\n```sh\n");
    command
        .examples()
        .forEach(
            e -> page.append("# ").append(e.meaning()).append('\n').append(e.line()).append('\n'));
    page.append("```\n");
  }

  private static void options(StringBuilder page, List<Option> options) {
    page.append("| option | meaning |\n|---|---|\n");
    for (Option option : options) {
      page.append("| `").append(Help.spelling(option).strip()).append("` | ");
      page.append(option.help().replace("|", "\\|")).append(" |\n");
    }
  }

  private static String exitCodes() {
    StringBuilder rows = new StringBuilder();
    ExitCodes.table()
        .forEach(
            (code, meaning) ->
                rows.append("| ").append(code).append(" | ").append(meaning).append(" |\n"));
    return rows.toString();
  }

  private static final String INTRODUCTION =
      """
      # The otters command

      This page is generated from the commands (`OTTERS_WRITE_DOCS=1 ./gradlew :daemon:cli:unitTest`). `otters COMMAND --help` shows the same text.

      If no daemon answers on the socket in `$OTTERS_HOME` (default `~/.otters`), the command starts one. To use another daemon, set `--host` or `OTTERSD_URL`, and its token in `OTTERS_TOKEN`.
      Results go to standard output, everything else to standard error. `--output json` prints one JSON document, also for a failure: `{"problem": {…}}`. `NO_COLOR` turns colours off.
      """;

  private static final String EXITS =
      """

      ## Exit codes

      | code | meaning |
      |---|---|
      """;
}
