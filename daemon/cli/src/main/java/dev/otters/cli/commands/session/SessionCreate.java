package dev.otters.cli.commands.session;

import dev.otters.api.session.BudgetRequest;
import dev.otters.api.session.ClientTool;
import dev.otters.api.session.NewSession;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.JsonOption;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.local.KeyValues;
import dev.otters.cli.local.OptionValues;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

final class SessionCreate implements RunnableCommand {
  private static final JsonOption TOOL =
      new JsonOption(
          "tool",
          "Give --tool a file with a JSON object: name, description and schema.",
          64 * 1024);

  private static final String ORIGIN = "cli:chat:";

  @Override
  public Command command() {
    return Command.of("session create", Group.SESSIONS, "Create a session")
        .details(
            "Creates a session before its first message, with a title, labels, a budget, an end and"
                + " tools of your own, and prints its id. Each file of --tool has a JSON object"
                + " with the members name, description and schema, the JSON Schema of the input."
                + " When the model calls such a tool, the turn waits for 'otters session"
                + " custom-result'. A child gets the grants of its parent, unless --grant names"
                + " some at or below these.")
        .arguments(
            SessionCommands.AGENT,
            Argument.optional("NAME", "Id of the session (default generated)"))
        .options(
            Option.one("TEXT", "Title (default the beginning of the first message)", "--title"),
            Option.many("KEY=VALUE", "Label of the session", "--label"),
            Option.many("BUDGET=LIMIT", "Limit of the session: tokens or cost", "--budget"),
            Option.one(
                "TIME",
                "End of the session: after a time such as 8h or 30d, or at 2026-12-31T12:00:00Z",
                "--expires"),
            SessionCommands.GRANT,
            Option.flag("Let the session reach no namespaces", "--no-grants"),
            Option.one(
                "AGENT/SESSION",
                "Parent, also of another agent: the session reaches what its parent reaches, or"
                    + " less",
                "--parent"),
            Option.many("FILE", "Tool that your program runs, a JSON file", "--tool"),
            Invocation.OUTPUT)
        .example("otters session create guide review", "Create a session with a name")
        .example(
            "otters session create --title \"Trip\" --label team=web --budget tokens=200000 guide",
            "Create a session with a budget of its own")
        .example(
            "otters session create --tool weather.json guide trip",
            "Create a session with a tool that your program runs")
        .example(
            "otters session create --parent front/daily --grant team/web helper",
            "Create a session of another agent that may do less");
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    List<String> words = given.positional();
    String session = words.size() > 1 ? words.get(1) : ORIGIN + UUID.randomUUID();
    Optional<String> expires = given.one("--expires");
    NewSession wanted =
        new NewSession(
            UUID.randomUUID().toString(),
            session,
            given.one("--title").orElse(null),
            KeyValues.labels(given.many("--label")),
            budget(given.many("--budget")),
            given.many("--tool").stream()
                .map(file -> TOOL.read(invocation, command(), file, ClientTool.class))
                .toList(),
            expires.filter(text -> !OptionValues.isSpan(text)).map(SessionCreate::at).orElse(null),
            expires.filter(OptionValues::isSpan).map(SessionCreate::seconds).orElse(null),
            grants(given),
            given.one("--parent").map(text -> parent(invocation, text)).orElse(null));
    SessionSummary made =
        invocation
            .daemon()
            .post(Route.of("agents", given.first(), "sessions"), wanted, SessionSummary.class);
    return invocation.print(made, () -> invocation.console().line(Console.harmless(made.id())));
  }

  private @Nullable List<String> grants(Arguments given) {
    List<String> named = given.many("--grant");
    if (!given.has("--no-grants")) {
      return named.isEmpty() ? null : named;
    }
    if (!named.isEmpty()) {
      throw new UsageException("--grant and --no-grants exclude each other", null, command());
    }
    return List.of();
  }

  private static String parent(Invocation invocation, String text) {
    int slash = text.indexOf('/');
    if (slash < 1 || slash == text.length() - 1) {
      throw UsageException.of(
          "--parent '" + text + "': must be AGENT/SESSION",
          "Give the name of an agent, a slash, and a session.");
    }
    SessionSummary found =
        SessionCommands.find(invocation, text.substring(0, slash), text.substring(slash + 1));
    return found.agent() + "/" + found.id();
  }

  private static Instant at(String text) {
    return OptionValues.instant("--expires", text);
  }

  private static long seconds(String text) {
    return OptionValues.seconds("--expires", text);
  }

  private static @Nullable BudgetRequest budget(List<String> budgets) {
    Map<String, String> limits = KeyValues.once("--budget", budgets);
    Set<String> known = Set.of("tokens", "cost");
    limits.keySet().stream()
        .filter(budget -> !known.contains(budget))
        .findFirst()
        .ifPresent(
            budget -> {
              throw UsageException.of(
                  "--budget '" + budget + "': there is no such budget", "Use tokens or cost.");
            });
    return limits.isEmpty() ? null : new BudgetRequest(limits.get("tokens"), limits.get("cost"));
  }
}
