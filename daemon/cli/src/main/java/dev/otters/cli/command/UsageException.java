package dev.otters.cli.command;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Says that a command was called in a way that it does not have. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient @Nullable String suggestion;
  private final transient @Nullable Command command;

  /**
   * Makes an exception.
   *
   * @param suggestion what was perhaps meant, or what to do; a sentence, null when there is none
   * @param command the command that was called, null when it is not known
   */
  public UsageException(String message, @Nullable String suggestion, @Nullable Command command) {
    super(message);
    this.suggestion = suggestion;
    this.command = command;
  }

  /** Makes an exception about the value of an argument. */
  public static UsageException of(String message, @Nullable String remedy) {
    return new UsageException(message, remedy, null);
  }

  /** Returns what was perhaps meant, or what to do; null when there is nothing to say. */
  public @Nullable String suggestion() {
    return suggestion;
  }

  /** Returns the command that was called, null when it is not known. */
  public @Nullable Command command() {
    return command;
  }

  /** Returns the message as text that is never null. */
  public String text() {
    return Objects.requireNonNullElse(getMessage(), "wrong usage");
  }
}
