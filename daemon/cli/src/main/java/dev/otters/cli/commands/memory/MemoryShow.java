package dev.otters.cli.commands.memory;

import dev.otters.api.memory.MemoryDetail;
import dev.otters.api.memory.MemoryView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Times;
import java.time.Instant;

final class MemoryShow implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("memory show", Group.AGENTS, "Show a memory and what it replaced")
        .arguments(MemoryCommands.MEMORY)
        .options(Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters memory show mem_3f2a9c01b7de", "Show who stored what, and when");
  }

  @Override
  public int run(Invocation invocation) {
    MemoryDetail found =
        invocation
            .daemon()
            .get(Route.of("memories", invocation.arguments().first()), MemoryDetail.class);
    return invocation.print(found, () -> print(invocation.console(), found));
  }

  private static void print(Console console, MemoryDetail found) {
    MemoryView memory = found.memory();
    Instant now = Instant.now();
    console.fact("id         ", memory.id());
    console.fact("namespace  ", memory.namespace());
    console.fact("type       ", memory.type());
    console.fact("topics     ", String.join(" ", memory.topics()));
    console.fact("stored     ", Times.ago(memory.createdAt(), now));
    console.fact("by         ", memory.agent() + ", session " + memory.session());
    if (memory.supersededBy() != null) {
      console.fact("replaced by", " " + memory.supersededBy());
    }
    console.fact("text       ", memory.text().replace('\n', ' '));
    for (MemoryView old : found.superseded()) {
      console.fact(
          "replaced   ",
          old.id() + ", " + Times.ago(old.createdAt(), now) + ": " + old.text().replace('\n', ' '));
    }
  }
}
