package dev.otters.models.provider.langchain4j;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Secret;
import java.net.URI;
import java.util.Map;

/**
 * Where a vendor answers.
 *
 * @param base ends with the version, without a slash
 * @param vendors whether it is the vendor's own, not one that only speaks its language
 */
record Address(URI base, boolean vendors) {
  private static final Map<String, String> OWN =
      Map.of("anthropic", "https://api.anthropic.com/v1", "openai", "https://api.openai.com/v1");

  /**
   * Returns the address of a provider; one without a path gets the usual {@code /v1}.
   *
   * @throws ModelException if no request can be made of it or of the key
   */
  static Address of(ProviderConfig config) {
    String name = config.name();
    config.apiKey().ifPresent(key -> requireHeader(name, key));
    URI own = URI.create(OWN.getOrDefault(config.kind(), "https://localhost/v1"));
    URI given = config.apiBase().orElse(own);
    boolean web = "http".equals(given.getScheme()) || "https".equals(given.getScheme());
    boolean plain = given.getRawUserInfo() == null && given.getRawQuery() == null;
    if (!web || !plain || given.getHost() == null || given.getRawFragment() != null) {
      throw ModelException.permanent(
          Reason.BAD_REQUEST,
          "the provider '" + name + "' has an address that is no plain http or https URL",
          "Correct it: otters provider edit " + name + " --api-base URL");
    }
    String text = given.toString().replaceAll("/+$", "");
    boolean bare = given.getRawPath().replace("/", "").isEmpty();
    return new Address(
        URI.create(bare ? text + "/v1" : text), own.getHost().equals(given.getHost()));
  }

  /** A key that is no header would be shown by the exception of whoever tries. */
  private static void requireHeader(String name, Secret key) {
    String text = key.reveal();
    if (text.isBlank() || !text.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw ModelException.permanent(
          Reason.AUTH,
          "the key of the provider '" + name + "' is empty or has characters that no key has",
          Remedies.key(name));
    }
  }
}
