package dev.otters.home.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Hides secret values in texts. A value of fewer than 8 characters is not hidden, since it also
 * occurs in harmless texts.
 */
public final class Redactor {
  /** The text in the place of a secret. */
  public static final String HIDDEN = "(secret)";

  private static final int SHORTEST = 8;

  private final List<String> secrets;

  /** Creates a redactor of these values. */
  public Redactor(Collection<String> secrets) {
    this.secrets =
        secrets.stream()
            .map(String::strip)
            .filter(secret -> secret.length() >= SHORTEST)
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  /** Returns the text with {@link #HIDDEN} in the place of each value. */
  public String redact(String text) {
    String clean = text;
    for (String secret : secrets) {
      clean = clean.replace(secret, HIDDEN);
    }
    return clean;
  }
}
