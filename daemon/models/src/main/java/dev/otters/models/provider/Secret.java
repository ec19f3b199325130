package dev.otters.models.provider;

import java.util.Objects;

/** A text that must not be shown; only {@link #reveal} returns it. */
public final class Secret {
  private final String text;

  /** Wraps a text. */
  public Secret(String text) {
    this.text = Objects.requireNonNull(text, "text");
  }

  /** Returns the text for the request that needs it. Callers must not log or keep it. */
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

  /** Returns a fixed text. */
  @Override
  public String toString() {
    return "(secret)";
  }
}
