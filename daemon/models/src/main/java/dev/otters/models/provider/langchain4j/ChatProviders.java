package dev.otters.models.provider.langchain4j;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.Provider;
import dev.otters.models.provider.ProviderConfig;

/** Connects to vendors of models. */
public final class ChatProviders {
  private ChatProviders() {}

  /**
   * Returns a provider of a kind {@code anthropic} or {@code openai}, the latter at any address
   * that speaks the same language. Asks the vendor nothing yet.
   *
   * @throws ModelException if there is no such kind, or the key or the address can never work
   */
  public static Provider open(ProviderConfig config) {
    Address address = Address.of(config);
    return switch (config.kind()) {
      case "anthropic" -> new ChatProvider(config, address, AnthropicDialect::new);
      case "openai" -> new ChatProvider(config, address, OpenAiDialect::new);
      default ->
          throw ModelException.permanent(
              Reason.BAD_REQUEST,
              "the provider '%s' has the unknown kind \"%s\""
                  .formatted(config.name(), config.kind()),
              "Use anthropic or openai.");
    };
  }
}
