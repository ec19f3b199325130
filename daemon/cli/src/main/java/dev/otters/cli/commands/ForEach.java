package dev.otters.cli.commands;

import dev.otters.cli.command.Command;
import java.util.function.BiConsumer;

/** A command that runs an action for each of its arguments and continues after a failure. */
public record ForEach(Command command, BiConsumer<Invocation, String> action)
    implements RunnableCommand {
  @Override
  public int run(Invocation invocation) {
    return invocation.forEach(name -> action.accept(invocation, name));
  }
}
