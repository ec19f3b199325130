package dev.otters.cli.commands.scratch;

import dev.otters.api.resource.ScratchEntryView;
import dev.otters.api.resource.ScratchpadEntries;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import java.util.Objects;

final class ContextStoreShow implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("context-store show", Group.AGENTS, "Print a scratchpad")
        .details("Prints one line for each entry, the oldest first: when, who, and the text.")
        .arguments(ContextStoreCommands.PAD)
        .options(Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters context-store show team", "Read what agents wrote");
  }

  @Override
  public int run(Invocation invocation) {
    ScratchpadEntries found =
        invocation
            .daemon()
            .get(ContextStoreCommands.pad(invocation.arguments().first()), ScratchpadEntries.class);
    return invocation.print(found, () -> print(invocation.console(), found));
  }

  private static void print(Console console, ScratchpadEntries pad) {
    for (ScratchEntryView entry : pad.entries()) {
      String author = Objects.requireNonNullElse(entry.agent(), "operator");
      String text = entry.text().replace('\n', ' ');
      console.line(Console.harmless("%s %s: %s".formatted(entry.writtenAt(), author, text)));
    }
  }
}
