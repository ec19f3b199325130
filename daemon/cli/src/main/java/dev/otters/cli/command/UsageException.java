package dev.otters.cli.command;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An invalid command line. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient @Nullable String suggestion;
  private final transient @Nullable Command command;

  /**
   * Creates an exception.
   *
   * @param suggestion what was probably meant, or what to do; a sentence, or null
   * @param command the command, null when unknown
   */
  public UsageException(String message, @Nullable String suggestion, @Nullable Command command) {
    super(message);
    this.suggestion = suggestion;
    this.command = command;
  }

  /** Returns an exception about the value of an argument. */
  public static UsageException of(String message, @Nullable String remedy) {
    return new UsageException(message, remedy, null);
  }

  /** Returns what was probably meant, or what to do; null when there is no advice. */
  public @Nullable String suggestion() {
    return suggestion;
  }

  /** Returns the command, null when unknown. */
  public @Nullable Command command() {
    return command;
  }

  /** Returns the message, never null. */
  public String text() {
    return Objects.requireNonNullElse(getMessage(), "wrong usage");
  }
}
