package dev.otters.home.store;

/**
 * Says that the database could not be opened, or that a statement failed; nothing of its
 * transaction remains.
 */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What kind of failure it is. */
  public enum Reason {
    /** The file was written by a newer Otters. */
    NEWER_SCHEMA,
    /** A migration that was applied once has other content now. */
    CHANGED_MIGRATION,
    /** The file lies on a network filesystem, where SQLite's locks do not hold. */
    NETWORK_FILE_SYSTEM,
    /** The file is not a database, or is damaged. */
    DAMAGED,
    /** The disk is full. */
    FULL,
    /** Reading or writing failed, or permission was denied. */
    IO,
    /** Another process holds the database. */
    BUSY,
    /** A row broke a rule of the schema. */
    CONSTRAINT,
    /** The statement is wrong: a mistake of the program. */
    STATEMENT,
    /** The database was closed. */
    CLOSED
  }

  private final Reason reason;

  /** Makes the exception of a failure that SQLite did not report. */
  public StoreException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  StoreException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Makes the exception of a stored value that this release never wrote. */
  public static StoreException unknown(String column, String value) {
    return new StoreException(
        Reason.DAMAGED, "the database is damaged: unknown %s '%s'".formatted(column, value));
  }

  /** Returns whether the disk was full, so that the same may succeed once there is room. */
  public boolean full() {
    return reason == Reason.FULL;
  }

  /** Returns the kind of failure. */
  public Reason reason() {
    return reason;
  }
}
