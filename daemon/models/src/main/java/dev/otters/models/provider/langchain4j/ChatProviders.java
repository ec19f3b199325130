package dev.otters.models.provider.langchain4j;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.Provider;
import dev.otters.models.provider.ProviderConfig;

/** Creates providers for the vendors of models. */
public final class ChatProviders {
  private ChatProviders() {}

  /**
   * Returns a provider of the kind {@code anthropic}, {@code google} or {@code openai}; the last
   * includes compatible servers. Sends no request yet.
   *
   * @throws ModelException if the kind is unknown, or the key or the address is invalid
   */
  public static Provider open(ProviderConfig config) {
    Address address = Address.of(config);
    return switch (config.kind()) {
      case "anthropic" -> new ChatProvider(config, address, AnthropicDialect::new);
      case "google" -> new ChatProvider(config, address, GoogleDialect::new);
      case "openai" -> new ChatProvider(config, address, OpenAiDialect::new);
      default ->
          throw ModelException.permanent(
              Reason.BAD_REQUEST,
              "the provider '%s' has the unknown kind \"%s\""
                  .formatted(config.name(), config.kind()),
              "Use anthropic, google or openai.");
    };
  }
}
