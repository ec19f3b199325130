package dev.otters.cli.command;

import dev.otters.api.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/** Writes the reference page of all commands, as Markdown. */
public final class Reference {
  private static final Map<String, String> RANGES =
      Map.ofEntries(
          Map.entry("10", "build"),
          Map.entry("20", "registry"),
          Map.entry("30", "executor"),
          Map.entry("40", "model"));

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

  /** Returns every exit code with its meaning and its problem codes. */
  public static SequencedMap<Integer, String> exitTable() {
    TreeMap<Integer, String> table = new TreeMap<>();
    table.put(ExitCodes.OK, "done");
    for (ErrorCode code : ErrorCode.values()) {
      table.merge(
          code.exitCode(),
          meaning(code.exitCode()) + ": `" + code + "`",
          (a, b) -> a + ", `" + code + "`");
    }
    table.put(ExitCodes.INTERRUPTED, "interrupted by Ctrl-C");
    return table;
  }

  private static String meaning(int code) {
    return switch (code) {
      case 1 -> "failed";
      case ExitCodes.USAGE -> "wrong usage";
      case 3 -> "not found";
      case 4 -> "conflict";
      case 5 -> "denied";
      case 6 -> "daemon unreachable";
      case 7 -> "timeout";
      default -> RANGES.getOrDefault(code / 10 + "0", "failed");
    };
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
    exitTable()
        .forEach(
            (code, meaning) ->
                rows.append("| ").append(code).append(" | ").append(meaning).append(" |\n"));
    return rows.toString();
  }

  private static final String INTRODUCTION =
      """
      # The otters command

      This page is generated from the commands (`OTTERS_WRITE_DOCS=1 ./gradlew :daemon:cli:unitTest`). `otters COMMAND --help` shows the same text, and so do the manual pages in `share/man` of the distribution, such as `man otters-run`.

      If no daemon answers on the socket in `$OTTERS_HOME` (default `~/.otters`), the command starts one. `otters daemon stop` stops it, and `ottersd install` writes a systemd unit that starts it at login (`ottersd uninstall` removes it). To use another daemon, set `--host` or `OTTERSD_URL`, and its token in `OTTERS_TOKEN`.
      Results go to standard output, everything else to standard error. `--output json` prints one JSON document, also for a failure: `{"problem": {…}}`; `--output yaml` prints the same as YAML. `NO_COLOR` turns colours off.

      `--format TEMPLATE` prints one line for each row, and `--format 'table TEMPLATE'` a table whose columns are separated by `\\t`. Templates are a subset of Go's, as in Docker: `{{.name}}`, `{{.exit.code}}`, `{{json .}}`, `{{index .labels "team"}}`, `{{range .mounts}}{{.target}}{{else}}none{{end}}`, `{{range $key, $value := .labels}}…{{end}}`, `{{if eq .status "ready"}}…{{else}}…{{end}}`, pipes, and the functions `json`, `join`, `upper`, `lower`, `len`, `println`, `index`, `eq` and `ne`. The fields are those of `--output json`, in upper or lower case; a field that is left out there prints as nothing. `--format json` prints each row as one line of JSON.
      """;

  private static final String EXITS =
      """

      ## Exit codes

      | code | meaning |
      |---|---|
      """;
}
