package dev.otters.cli.commands.model;

import dev.otters.api.model.ProviderChange;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.ForEach;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

/** The commands for model providers and local models. */
public final class ModelCommands {
  private ModelCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return List.of(
        new ProviderAdd(),
        new ProviderEdit(),
        new ProviderLs(),
        new ForEach(providerRm(), ModelCommands::removeProvider),
        new ProviderTest(),
        new ModelLs(),
        new ModelPull(),
        new ModelAdd(),
        new ForEach(modelRm(), ModelCommands::removeModel),
        new Usage());
  }

  private static Command providerRm() {
    return Command.of("provider rm", Group.MODELS, "Remove one or more model providers")
        .details(
            "Also removes its key. Agents that use it keep running, but their prompts fail until a"
                + " provider of that name exists again.")
        .arguments(Argument.some("NAME", "Name of the provider"))
        .options(Option.flag("Remove it even if an agent uses it", "-f", "--force"))
        .example("otters provider rm openai", "Remove a provider");
  }

  private static void removeProvider(Invocation invocation, String name) {
    Route route = Route.of("providers", name).when(forced(invocation), "force");
    ProviderChange change = invocation.daemon().delete(route, ProviderChange.class);
    change.warnings().forEach(invocation.console()::warn);
    invocation.console().line("removed " + name);
  }

  private static Command modelRm() {
    return Command.of("model rm", Group.MODELS, "Remove the weights of local models")
        .details("Also removes partial downloads.")
        .arguments(Argument.some("NAME", "Name of the model"))
        .options(
            Option.flag(
                "Remove it even if an agent uses it or a download is running", "-f", "--force"))
        .example("otters model rm smollm2-135m", "Remove a model");
  }

  private static void removeModel(Invocation invocation, String name) {
    invocation
        .daemon()
        .delete(Route.of("models").with("name", name).when(forced(invocation), "force"));
    invocation.console().line("removed " + name);
  }

  private static boolean forced(Invocation invocation) {
    return invocation.arguments().has("--force");
  }
}
