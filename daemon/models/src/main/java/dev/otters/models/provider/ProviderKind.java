package dev.otters.models.provider;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A kind of provider: an API and its default address. */
public enum ProviderKind {
  ANTHROPIC("anthropic", null, "ANTHROPIC_API_KEY"),
  OPENAI("openai", null, "OPENAI_API_KEY"),
  GOOGLE("google", null, "GEMINI_API_KEY"),
  OLLAMA("openai", "http://127.0.0.1:11434/v1", null),
  OPENROUTER("openai", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
  VLLM("openai", "http://127.0.0.1:8000/v1", null),
  LLAMA_SERVER("openai", "http://127.0.0.1:8080/v1", null);

  private final String api;
  private final @Nullable String base;
  private final @Nullable String variable;

  ProviderKind(String api, @Nullable String base, @Nullable String variable) {
    this.api = api;
    this.base = base;
    this.variable = variable;
  }

  /** Returns the API, {@code anthropic}, {@code google} or {@code openai}. */
  public String api() {
    return api;
  }

  /** Returns the default base URL; empty for the default of the API. */
  public Optional<URI> base() {
    return Optional.ofNullable(base).map(URI::create);
  }

  /** Returns the usual environment variable of the key; empty if the kind needs no key. */
  public Optional<String> variable() {
    return Optional.ofNullable(variable);
  }

  /** Returns whether the default address requires a key. */
  public boolean needsKey() {
    return variable != null;
  }

  /** Returns the kind with this word; empty if there is none. */
  public static Optional<ProviderKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.toString().equals(word)).findFirst();
  }

  /** Returns all words. */
  public static List<String> words() {
    return Arrays.stream(values()).map(ProviderKind::toString).toList();
  }

  /** Returns the word in the configuration, such as {@code llama-server}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
