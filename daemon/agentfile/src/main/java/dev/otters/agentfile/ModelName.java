package dev.otters.agentfile;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of a provider's model.
 *
 * @param provider the part before the first slash
 * @param model the rest, which may contain slashes
 */
public record ModelName(String provider, String model) {
  private static final Pattern PROVIDER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final Pattern MODEL = Pattern.compile("[\\p{Graph}&&[^\"]]{1,255}");

  /**
   * Checks both parts.
   *
   * @throws IllegalArgumentException if {@link #complaintAbout} has a complaint
   */
  public ModelName {
    String text = provider + "/" + model;
    Names.refuseIf(complaintAbout(text), "MODEL", text);
  }

  /**
   * Parses {@code provider/model}.
   *
   * @throws IllegalArgumentException if {@link #complaintAbout} has a complaint
   */
  public static ModelName of(String text) {
    Names.refuseIf(complaintAbout(text), "MODEL", text);
    int slash = text.indexOf('/');
    return new ModelName(text.substring(0, slash), text.substring(slash + 1));
  }

  /** Returns what is wrong with a model name; empty for a valid one. */
  public static Optional<String> complaintAbout(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return Optional.of("must be <provider>/<model>, such as anthropic/claude-sonnet-4-5");
    }
    if (!PROVIDER.matcher(text.substring(0, slash)).matches()) {
      return Optional.of(
          "must start with a provider of letters, digits, '.', '_' or '-', then '/'");
    }
    return MODEL.matcher(text.substring(slash + 1)).matches()
        ? Optional.empty()
        : Optional.of("must have a model of 1 to 255 visible ASCII characters after the provider");
  }

  /** Returns {@code provider/model}. */
  @Override
  public String toString() {
    return provider + "/" + model;
  }
}
