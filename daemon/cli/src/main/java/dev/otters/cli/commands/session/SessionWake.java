package dev.otters.cli.commands.session;

import dev.otters.api.session.WakeRequest;
import dev.otters.api.session.WakeView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.local.OptionValues;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

final class SessionWake implements RunnableCommand {
  private static final List<String> TIMES = List.of("--at", "--in", "--every", "--cron");

  @Override
  public Command command() {
    return Command.of("session wake", Group.SESSIONS, "Let a turn begin at a time")
        .details(
            "Schedules a wake: a turn that begins at a time, with a note in the place of a message."
                + " Give one of --at, --in, --every and --cron. A wake waits while the agent is"
                + " stopped, and while its session has a turn. One that was missed fires once, and"
                + " says how late it is. Creates the session if it does not exist.")
        .arguments(
            SessionCommands.AGENT,
            Argument.one("SESSION", "Name or id of the session, which may be new"))
        .options(
            Option.one("TIME", "Fire once at a time such as 2026-01-31T12:00:00Z", "--at"),
            Option.one("DURATION", "Fire once after a time such as 90s, 10m, 8h or 2d", "--in"),
            Option.one("DURATION", "Fire every so often, at most every minute", "--every"),
            Option.one(
                "EXPR",
                "Fire when it matches: minute, hour, day of month, month, day of week",
                "--cron"),
            Option.one("ZONE", "Time zone of --cron (default that of this machine)", "--zone"),
            Option.one("TEXT", "Message for the model, of up to 8 KiB", "--note"),
            Option.one("KEY", "Do nothing if the session has a wake with this key", "--key"),
            Option.one("PRIORITY", "high, normal or low (default normal)", "--priority"),
            Invocation.OUTPUT)
        .example(
            "otters session wake ops deploy --in 10m --note \"Is the new version healthy?\"",
            "Let the agent look again in ten minutes")
        .example(
            "otters session wake ops report --cron \"0 7 * * mon-fri\" --zone Europe/Berlin"
                + " --key report --note \"Write the report.\"",
            "Start a turn on every workday at seven, and schedule it once only");
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    if (TIMES.stream().filter(given::has).count() != 1) {
      throw new UsageException("give one of --at, --in, --every and --cron", null, command());
    }
    if (given.has("--zone") && !given.has("--cron")) {
      throw new UsageException("--zone is for --cron only", null, command());
    }
    String agent = given.first();
    String session = SessionCommands.idOrNew(invocation, agent, given.positional().get(1));
    WakeView wake =
        invocation
            .daemon()
            .post(
                Route.of("agents", agent, "sessions", session, "wakes"),
                request(given),
                WakeView.class);
    return invocation.print(
        wake,
        () ->
            invocation
                .console()
                .line(Console.harmless("wake " + wake.id() + " is due at " + wake.dueAt())));
  }

  private static WakeRequest request(Arguments given) {
    Optional<String> priority = given.one("--priority");
    priority.ifPresent(word -> OptionValues.word("--priority", word, "high", "normal", "low"));
    Instant at = given.one("--at").map(text -> OptionValues.instant("--at", text)).orElse(null);
    return new WakeRequest(
        at,
        given.one("--in").map(text -> OptionValues.seconds("--in", text)).orElse(null),
        given.one("--every").map(text -> OptionValues.seconds("--every", text)).orElse(null),
        given.one("--cron").orElse(null),
        given.has("--cron")
            ? given.one("--zone").orElseGet(() -> ZoneId.systemDefault().getId())
            : null,
        given.one("--note").orElse(null),
        given.one("--key").orElse(null),
        priority.orElse(null));
  }
}
