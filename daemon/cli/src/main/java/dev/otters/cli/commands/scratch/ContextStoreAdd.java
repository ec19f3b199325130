package dev.otters.cli.commands.scratch;

import dev.otters.api.resource.NewScratchEntry;
import dev.otters.api.resource.ScratchEntryView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import java.util.List;

final class ContextStoreAdd implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("context-store add", Group.AGENTS, "Append an entry to a scratchpad")
        .details("The first entry creates the scratchpad.")
        .arguments(ContextStoreCommands.PAD, Argument.some("TEXT", "The entry, up to 4 KiB"))
        .options(Invocation.OUTPUT)
        .example(
            "otters context-store add team \"The release is on Friday.\"",
            "Tell something to all agents that read it");
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    List<String> words = given.positional().subList(1, given.positional().size());
    ScratchEntryView stored =
        invocation
            .daemon()
            .post(
                Route.of("context-stores", given.first(), "entries"),
                new NewScratchEntry(String.join(" ", words)),
                ScratchEntryView.class);
    return invocation.print(
        stored, () -> invocation.console().line(Console.harmless("added to " + given.first())));
  }
}
