package dev.otters.cli.commands.session;

import dev.otters.api.session.SessionEvent;
import dev.otters.cli.client.RetryPause;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.turn.EventReader;
import dev.otters.cli.turn.SessionFollower;
import dev.otters.cli.turn.SessionLog;
import dev.otters.cli.turn.ToolCall;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints the log of a session, one line for each event. */
final class SessionEvents implements RunnableCommand {
  private static final int LONGEST_MEMBER = 1000;

  @Override
  public Command command() {
    return Command.of("session events", Group.SESSIONS, "Print the events of a session")
        .alias("agent session events")
        .details(
            "Prints one line for each event of the log, the newest last: its time, its number, its"
                + " type, who sent it, and its members. With -f, goes on until the session is"
                + " removed, and misses no event if the daemon restarts.")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(
            SessionCommands.last("events"),
            Option.flag("Print new events until Ctrl-C", "-f", "--follow"),
            Invocation.NO_TRUNC,
            Invocation.OUTPUT)
        .example("otters session events guide review", "Print the latest events of a session")
        .example("otters session events -f guide review", "Follow a session")
        .example(
            "otters session events -n 1000 --output json guide review | jq -r .type",
            "Print the types of events");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    String agent = invocation.arguments().first();
    String session = invocation.arguments().positional().get(1);
    long all = SessionCommands.find(invocation, agent, session).events();
    long after = Math.max(0, all - SessionCommands.limit(invocation.arguments()));
    if (invocation.arguments().has("--follow")) {
      Route route = Route.of("agents", agent, "sessions", session, "events");
      new SessionFollower(invocation.daemon(), route, after, new RetryPause())
          .follow(new Printer(invocation));
    } else {
      SessionLog.read(
          invocation.daemon(),
          agent,
          session,
          after,
          event -> {
            print(invocation, event);
            return event.seq() < all && !invocation.console().isDeaf();
          });
    }
    return ExitCodes.OK;
  }

  private record Printer(Invocation invocation) implements EventReader {
    @Override
    public boolean finished() {
      return invocation.console().isDeaf();
    }

    @Override
    public void event(SessionEvent event) {
      print(invocation, event);
    }

    @Override
    public void lost(String why) {
      invocation.console().note(why);
    }
  }

  private static void print(Invocation invocation, SessionEvent event) {
    invocation.printElement(
        event, () -> invocation.console().oneLine(line(event), invocation.uncut()));
  }

  private static String line(SessionEvent event) {
    String type = event.type() == null ? "unknown" : event.type().toString();
    String members =
        event.body().entrySet().stream()
            .filter(member -> member.getValue() != null)
            .map(SessionEvents::member)
            .collect(Collectors.joining(" "));
    String sender = event.sender() == null ? "-" : event.sender();
    return "%s %d %s %s %s".formatted(event.createdAt(), event.seq(), type, sender, members);
  }

  private static String member(Map.Entry<String, ?> member) {
    String value = String.valueOf(member.getValue());
    String cut =
        value.length() <= LONGEST_MEMBER ? value : value.substring(0, LONGEST_MEMBER) + "…";
    return member.getKey() + "=" + ToolCall.quoted(cut);
  }
}
