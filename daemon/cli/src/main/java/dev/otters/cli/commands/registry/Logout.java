package dev.otters.cli.commands.registry;

import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RegistryCredentials;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.credentials.DockerConfig;
import java.util.Map;

final class Logout implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("logout", Group.IMAGES, "Log out of a registry")
        .details("Removes its credentials from Docker's configuration or credential helper.")
        .arguments(
            Argument.optional(
                "HOST",
                "Host and port of the registry (default " + RegistryCredentials.USUAL + ")"))
        .options(Invocation.OUTPUT)
        .example("otters logout registry.example.com", "Log out");
  }

  @Override
  public int run(Invocation invocation) {
    String host =
        invocation.arguments().positional().stream()
            .findFirst()
            .map(RegistryCredentials::hostOf)
            .orElse(RegistryCredentials.USUAL);
    DockerConfig config = RegistryCredentials.config(invocation.environment());
    boolean known = RegistryCredentials.reading(() -> config.erase(host));
    return invocation.print(
        Map.of("host", host, "removed", known),
        () -> invocation.console().line((known ? "logged out of " : "not logged in to ") + host));
  }
}
