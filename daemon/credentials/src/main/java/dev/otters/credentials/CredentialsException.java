package dev.otters.credentials;

import org.jspecify.annotations.Nullable;

/** Tells why credentials could not be read or kept, and what to do about it. */
public final class CredentialsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String remedy;

  /**
   * Makes a failure.
   *
   * @param message what was found, in one sentence, without secrets
   * @param remedy what the operator can do, as one sentence
   * @param cause null when nothing else failed before
   */
  public CredentialsException(String message, String remedy, @Nullable Throwable cause) {
    super(message, cause);
    this.remedy = remedy;
  }

  /** Returns what the operator can do, as one sentence. */
  public String remedy() {
    return remedy;
  }
}
