package dev.otters.cli.commands.model;

import dev.otters.api.model.ProviderChange;
import dev.otters.api.model.ProviderRequest;
import dev.otters.api.model.ProviderView;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.ProblemText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The options and the output that adding and changing a provider share. */
final class ProviderOptions {
  static final Option KIND =
      Option.one(
          "KIND",
          "anthropic, openai (any compatible server), google, ollama, openrouter, vllm,"
              + " llama-server",
          "--kind");
  static final Option KEY_STDIN =
      Option.flag("Read the key from standard input", "--api-key-stdin");
  static final Option KEY_ENV =
      Option.one(
          "VAR", "Read the key from this variable of the command's environment", "--api-key-env");
  static final Option KEY =
      Option.one(
          "TEXT",
          "'${VAR}' for a variable of the daemon; a literal key is visible to others",
          "--api-key");
  static final Option BASE =
      Option.one("URL", "Base URL up to /v1 (default that of the kind)", "--api-base");
  static final Option MODEL =
      Option.many("MODEL", "Allow only the models given this way ('*' for all)", "--model");

  private static final int LONGEST = 1 << 16;

  private ProviderOptions() {}

  /** Returns a request; options that are absent are null. */
  static ProviderRequest request(
      Invocation invocation, @Nullable String name, @Nullable String key) {
    Arguments given = invocation.arguments();
    return new ProviderRequest(
        name,
        given.one("--kind").orElse(null),
        key,
        given.one("--api-base").orElse(null),
        given.has("--model") ? given.many("--model") : null);
  }

  /** Returns the key from the options, empty when there is none. */
  static Optional<String> key(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    List<String> ways =
        Stream.of("--api-key", "--api-key-env", "--api-key-stdin", "--no-api-key")
            .filter(given::has)
            .toList();
    if (ways.size() > 1) {
      throw UsageException.of(String.join(" and ", ways) + " exclude each other", null);
    }
    if (given.has("--no-api-key")) {
      return Optional.of("");
    }
    if (given.has("--api-key-stdin")) {
      return Optional.of(fromInput(invocation));
    }
    Optional<String> variable = given.one("--api-key-env");
    if (variable.isPresent()) {
      return Optional.of(fromVariable(invocation, variable.get()));
    }
    Optional<String> text = given.one("--api-key");
    text.filter(it -> !it.contains("${")).ifPresent(it -> warnOfArguments(invocation.console()));
    return text;
  }

  private static String fromInput(Invocation invocation) throws IOException {
    byte[] bytes = invocation.console().in().readNBytes(LONGEST);
    String key = new String(bytes, StandardCharsets.UTF_8).stripTrailing();
    if (key.isEmpty()) {
      throw UsageException.of(
          "no key on standard input", "Read it from a file, as in 'otters provider add … < FILE'.");
    }
    return key;
  }

  private static String fromVariable(Invocation invocation, String name) {
    return invocation
        .environment()
        .variable(name)
        .orElseThrow(
            () ->
                UsageException.of(
                    "the variable of --api-key-env is not set, or empty",
                    "Name a variable, not its value, as in --api-key-env ANTHROPIC_API_KEY."));
  }

  private static void warnOfArguments(Console console) {
    console.warn(
        "a key on the command line is visible to other users and stays in the shell's history; use"
            + " --api-key-stdin instead");
  }

  /** Prints a provider after a change. */
  static int print(Invocation invocation, String done, ProviderChange change) {
    Console console = invocation.console();
    change.warnings().forEach(console::warn);
    ProviderView provider = change.provider();
    if (invocation.json()) {
      return invocation.printJson(change);
    }
    if (provider != null) {
      console.fact(done + " ", provider.name() + " (" + provider.kind() + ")");
      console.fact("  key      ", provider.key());
      if (provider.apiBase() != null) {
        console.fact("  base     ", provider.apiBase());
      }
      if (!provider.models().isEmpty()) {
        console.fact("  models   ", String.join(", ", provider.models()));
      }
      console.fact("  test it  ", "otters provider test " + provider.name());
      if (provider.problem() != null) {
        ProblemText.print(console, provider.problem());
      }
    }
    return ExitCodes.OK;
  }
}
