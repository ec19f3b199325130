package dev.otters.cli.commands.model;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;

final class ModelRm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("model rm", Group.MODELS, "Remove the weights of local models")
        .details("Also removes partial downloads.")
        .arguments(Argument.some("NAME", "Name of the model"))
        .options(
            Option.flag(
                "Remove it even if an agent uses it or a download is running", "-f", "--force"))
        .example("otters model rm smollm2-135m", "Remove a model");
  }

  @Override
  public int run(Invocation invocation) {
    return invocation.forEach(
        name -> {
          Route route =
              Route.of("models")
                  .with("name", name)
                  .when(invocation.arguments().has("--force"), "force");
          invocation.daemon().delete(route);
          invocation.console().line("removed " + name);
        });
  }
}
