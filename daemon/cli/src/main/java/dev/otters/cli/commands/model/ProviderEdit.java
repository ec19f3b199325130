package dev.otters.cli.commands.model;

import dev.otters.api.model.ProviderChange;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

final class ProviderEdit implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("provider edit", Group.MODELS, "Change a model provider")
        .details(
            "Keeps the values that are not given. An empty --api-base restores the default address;"
                + " --model '*' allows all models. Agents use the change from their next prompt"
                + " on.")
        .arguments(Argument.one("NAME", "Name of the provider"))
        .options(
            ProviderOptions.KIND,
            ProviderOptions.KEY_STDIN,
            ProviderOptions.KEY_ENV,
            ProviderOptions.KEY,
            Option.flag("Remove its key", "--no-api-key"),
            ProviderOptions.BASE,
            ProviderOptions.MODEL,
            Invocation.OUTPUT)
        .example("otters provider edit openai --api-key-stdin < key.txt", "Replace its key")
        .example(
            "otters provider edit openai --model gpt-5 --model gpt-5-mini",
            "Allow only two models");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    Optional<String> key = ProviderOptions.key(invocation);
    boolean other = Stream.of("--kind", "--api-base", "--model").anyMatch(given::has);
    if (key.isEmpty() && !other) {
      throw new UsageException("no change is given", null, command());
    }
    ProviderChange change =
        invocation
            .daemon()
            .put(
                Route.of("providers", given.first()),
                ProviderOptions.request(invocation, null, key.orElse(null)),
                ProviderChange.class);
    return ProviderOptions.print(invocation, "changed", change);
  }
}
