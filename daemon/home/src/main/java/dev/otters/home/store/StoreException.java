package dev.otters.home.store;

/**
 * A database that could not be opened, or a statement that failed. Its transaction is rolled back.
 */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The kinds of failures. */
  public enum Reason {
    /** A newer release wrote the file. */
    NEWER_SCHEMA,
    /** A migration that was applied has changed since. */
    CHANGED_MIGRATION,
    /** The file is on a network file system, where SQLite's locks fail. */
    NETWORK_FILE_SYSTEM,
    /** The file is not a database, or is damaged. */
    DAMAGED,
    /** The disk is full. */
    FULL,
    /** Reading or writing failed, or permission was denied. */
    IO,
    /** Another process holds the database. */
    BUSY,
    /** A row violates a constraint of the schema. */
    CONSTRAINT,
    /** The statement is wrong, which is a bug. */
    STATEMENT,
    /** The database is closed. */
    CLOSED
  }

  private final Reason reason;

  /** Creates the exception of a failure that SQLite did not report. */
  public StoreException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  StoreException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Creates the exception of a stored value that no release wrote. */
  public static StoreException unknown(String column, String value) {
    return new StoreException(
        Reason.DAMAGED, "the database is damaged: unknown %s '%s'".formatted(column, value));
  }

  /** Returns whether the disk was full. The same call can succeed once there is space. */
  public boolean full() {
    return reason == Reason.FULL;
  }

  /** Returns the kind of failure. */
  public Reason reason() {
    return reason;
  }
}
