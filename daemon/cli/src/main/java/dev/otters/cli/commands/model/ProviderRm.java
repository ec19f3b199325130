package dev.otters.cli.commands.model;

import dev.otters.api.model.ProviderChange;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;

final class ProviderRm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("provider rm", Group.MODELS, "Remove one or more model providers")
        .details(
            "Also removes its key. Agents that use it keep running, but their prompts fail until a"
                + " provider of that name exists again.")
        .arguments(Argument.some("NAME", "Name of the provider"))
        .options(Option.flag("Remove it even if an agent uses it", "-f", "--force"))
        .example("otters provider rm openai", "Remove a provider");
  }

  @Override
  public int run(Invocation invocation) {
    return invocation.forEach(
        name -> {
          Route route =
              Route.of("providers", name).when(invocation.arguments().has("--force"), "force");
          ProviderChange change = invocation.daemon().delete(route, ProviderChange.class);
          change.warnings().forEach(invocation.console()::warn);
          invocation.console().line("removed " + name);
        });
  }
}
