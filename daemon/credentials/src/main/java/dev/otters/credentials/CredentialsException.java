package dev.otters.credentials;

import org.jspecify.annotations.Nullable;

/** Thrown when credentials cannot be read or stored. Says why, and what to do about it. */
public final class CredentialsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String remedy;

  /**
   * Creates an exception.
   *
   * @param message what failed and why, without secrets
   * @param remedy what the operator can do, as one imperative sentence
   * @param cause null if there is none
   */
  public CredentialsException(String message, String remedy, @Nullable Throwable cause) {
    super(message, cause);
    this.remedy = remedy;
  }

  /** Returns what the operator can do, as one imperative sentence. */
  public String remedy() {
    return remedy;
  }
}
