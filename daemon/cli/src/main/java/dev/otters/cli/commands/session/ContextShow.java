package dev.otters.cli.commands.session;

import dev.otters.api.trace.NextRequest;
import dev.otters.api.trace.TraceBlock;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Plural;
import java.util.ArrayList;
import java.util.List;

final class ContextShow implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("context", Group.SESSIONS, "Show what the next request would contain")
        .details(
            "Counts the sections of the system prompt, the tools and the conversation that the next"
                + " turn would send. Does not call the model. Tokens are estimates.")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION)
        .options(Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters context guide review", "Show the next request of a session");
  }

  @Override
  public int run(Invocation invocation) {
    List<String> given = invocation.arguments().positional();
    NextRequest next =
        invocation
            .daemon()
            .get(
                Route.of("agents", given.get(0), "sessions", given.get(1), "context"),
                NextRequest.class);
    return invocation.print(next, () -> print(invocation, next));
  }

  private static void print(Invocation invocation, NextRequest next) {
    Console console = invocation.console();
    Integer context = next.contextTokens();
    console.fact("model     ", next.model());
    console.fact("context   ", context == null ? "unknown" : Plural.of(context, "token"));
    console.fact("messages  ", Long.toString(next.messages()));
    console.line("");
    List<TraceBlock> rows = new ArrayList<>(next.blocks());
    rows.add(next.total());
    Trace.blocks(rows).print(console, invocation.uncut());
  }
}
