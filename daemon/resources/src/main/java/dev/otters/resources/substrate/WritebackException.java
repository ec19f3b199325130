package dev.otters.resources.substrate;

import java.util.Optional;

/** A refused operation on durable files. It changed nothing. Its message names no host path. */
public final class WritebackException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /** The reasons for refusing. */
  public enum Kind {
    /** The input is wrong, or a limit is reached. */
    INVALID,
    /** A file, draft or version does not exist. */
    NOT_FOUND,
    /** A file is not as the caller expects, or something else is in the way. */
    CONFLICT
  }

  private WritebackException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** Returns the failure that an input is wrong, or a limit is reached. */
  public static WritebackException invalid(String message) {
    return new WritebackException(Kind.INVALID, message);
  }

  /** Returns the failure that something does not exist. */
  public static WritebackException notFound(String message) {
    return new WritebackException(Kind.NOT_FOUND, message);
  }

  /** Returns the failure that something is not as expected. */
  public static WritebackException conflict(String message) {
    return new WritebackException(Kind.CONFLICT, message);
  }

  /**
   * Returns the failure of a precondition, with what the file has now.
   *
   * @param current empty if there is no file
   */
  static WritebackException changed(FilePath path, String expected, Optional<FileVersion> current) {
    String now =
        current
            .map(it -> "it has version " + it.id() + " and content hash " + it.sha256())
            .orElse("it does not exist");
    return conflict(path + " is not as expected: " + expected + " was expected, but " + now);
  }

  /** Returns the reason. */
  public Kind kind() {
    return kind;
  }
}
