package dev.otters.models.provider;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Is a kind of provider that an operator can write: an API, and the address it usually has. */
public enum ProviderKind {
  ANTHROPIC("anthropic", null, "ANTHROPIC_API_KEY"),
  OPENAI("openai", null, "OPENAI_API_KEY"),
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

  /** Returns which API it speaks, {@code anthropic} or {@code openai}. */
  public String api() {
    return api;
  }

  /** Returns its usual address, empty for that which its API has by itself. */
  public Optional<URI> base() {
    return Optional.ofNullable(base).map(URI::create);
  }

  /** Returns the variable in which people usually keep its key, empty when it needs no key. */
  public Optional<String> variable() {
    return Optional.ofNullable(variable);
  }

  /** Returns whether its own address wants a key; at another address nobody knows. */
  public boolean needsKey() {
    return variable != null;
  }

  /** Returns the kind of a word, empty when there is none. */
  public static Optional<ProviderKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.toString().equals(word)).findFirst();
  }

  /** Returns all words. */
  public static List<String> words() {
    return Arrays.stream(values()).map(ProviderKind::toString).toList();
  }

  /** Returns the word that people write, such as {@code llama-server}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
