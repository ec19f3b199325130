package dev.otters.models.provider;

import java.util.Objects;

/** Is a text that must not be shown; only {@link #reveal} gives it away. */
public final class Secret {
  private final String text;

  /** Wraps a text. */
  public Secret(String text) {
    this.text = Objects.requireNonNull(text, "text");
  }

  /** Returns the text, for the one request that needs it; it must not be logged or kept. */
  public String reveal() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && secret.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Returns a text that says nothing of the secret, not even its length. */
  @Override
  public String toString() {
    return "(secret)";
  }
}
