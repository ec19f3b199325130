package dev.otters.cli.template;

import org.jspecify.annotations.Nullable;

/** A template that cannot be parsed, or that does not fit its data. */
public final class TemplateException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient @Nullable String remedy;

  TemplateException(String message, @Nullable String remedy) {
    super(message);
    this.remedy = remedy;
  }

  /** Returns a sentence that says what to write instead; null when there is no advice. */
  public @Nullable String remedy() {
    return remedy;
  }
}
