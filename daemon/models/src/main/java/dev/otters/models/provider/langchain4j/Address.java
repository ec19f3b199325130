package dev.otters.models.provider.langchain4j;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Secret;
import java.net.URI;
import java.util.Map;

/**
 * The base URL of a vendor.
 *
 * @param base the URL up to the version, without a slash at its end
 * @param vendors whether the URL is the vendor's own, and not of a compatible server
 */
record Address(URI base, boolean vendors) {
  private static final Map<String, String> OWN =
      Map.of(
          "anthropic", "https://api.anthropic.com/v1",
          "openai", "https://api.openai.com/v1",
          "google", "https://generativelanguage.googleapis.com/v1beta");

  /**
   * Returns the base URL of a provider. One without a path gets that of the vendor.
   *
   * @throws ModelException if the URL or the key cannot be used in a request
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
          "the address of the provider '" + name + "' is not a plain http or https URL",
          "Correct the address with 'otters provider edit " + name + " --api-base URL'.");
    }
    String text = given.toString().replaceAll("/+$", "");
    boolean bare = given.getRawPath().replace("/", "").isEmpty();
    return new Address(
        URI.create(bare ? text + own.getRawPath() : text), own.getHost().equals(given.getHost()));
  }

  /** Rejects a key that cannot be a header: the exception of a library would show it. */
  private static void requireHeader(String name, Secret key) {
    String text = key.reveal();
    if (text.isBlank() || !text.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw ModelException.permanent(
          Reason.AUTH,
          "the key of the provider '" + name + "' is empty or contains invalid characters",
          Failures.keyRemedy(name));
    }
  }
}
