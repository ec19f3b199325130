package dev.otters.cli.commands.model;

import dev.otters.api.model.ProviderChange;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

final class ProviderAdd implements RunnableCommand {
  /** The kinds whose default address requires a key. */
  private static final Set<String> WITH_KEY = Set.of("anthropic", "openai", "google", "openrouter");

  @Override
  public Command command() {
    return Command.of("provider add", Group.MODELS, "Add a model provider")
        .details(
            """
            Agents use it as MODEL NAME/MODEL. NAME and --kind default to each other. The key is
            stored in providers.yaml in the daemon's home, which only its user can read. It is never
            shown, and no agent gets it. The command asks for the key unless an option gives it.\
            """)
        .arguments(Argument.optional("NAME", "Name of the provider"))
        .options(
            ProviderOptions.KIND,
            ProviderOptions.KEY_STDIN,
            ProviderOptions.KEY_ENV,
            ProviderOptions.KEY,
            ProviderOptions.BASE,
            ProviderOptions.MODEL,
            Invocation.OUTPUT)
        .example("otters provider add anthropic", "Add Anthropic; asks for the key")
        .example(
            "otters provider add openai --api-key-stdin < key.txt",
            "Add OpenAI with the key from a file")
        .example(
            "otters provider add work --kind openai --api-base https://llm.example.com/v1"
                + " --api-key '${WORK_KEY}'",
            "Add a compatible server whose key is in the daemon's environment")
        .example("otters provider add ollama", "Add the local Ollama, which needs no key");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    Optional<String> name = given.positional().stream().findFirst();
    Optional<String> kind = given.one("--kind").or(() -> name);
    if (kind.isEmpty()) {
      throw new UsageException(
          "neither NAME nor --kind is given", "Try 'otters provider add anthropic'.", command());
    }
    Optional<String> key = ProviderOptions.key(invocation);
    if (key.isEmpty() && WITH_KEY.contains(kind.get())) {
      key = asked(invocation, given.has("--api-base"));
    }
    ProviderChange change =
        invocation
            .daemon()
            .post(
                Route.of("providers"),
                ProviderOptions.request(invocation, name.orElse(null), key.orElse(null)),
                ProviderChange.class);
    return ProviderOptions.print(invocation, "added", change);
  }

  /** Asks for a key. A server at a custom address may need none. */
  private Optional<String> asked(Invocation invocation, boolean mayBeNone) {
    String prompt = mayBeNone ? "API key (empty for none): " : "API key: ";
    Optional<String> typed = invocation.console().secret(prompt).map(String::strip);
    if (typed.filter(it -> !it.isEmpty()).isEmpty() && !mayBeNone) {
      throw new UsageException(
          "no key is given",
          "Give it with --api-key-stdin, --api-key-env VAR or --api-key '${VAR}'.",
          command());
    }
    return typed.filter(it -> !it.isEmpty());
  }
}
