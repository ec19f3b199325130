package dev.otters.cli.commands.model;

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
        new ProviderRm(),
        new ProviderTest(),
        new ModelLs(),
        new ModelPull(),
        new ModelAdd(),
        new ModelRm());
  }
}
