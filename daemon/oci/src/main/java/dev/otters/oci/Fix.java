package dev.otters.oci;

import java.io.Serializable;

/**
 * An operation that helps after a failure. The caller that shows the failure words it as a command.
 *
 * @param subject a registry's host, an image reference, or the program that unpacks a file; empty
 *     for operations that need none
 */
public record Fix(Operation operation, String subject) implements Serializable {
  /** The operations of the store and its registries. */
  public enum Operation {
    /** Logs in to the registry {@code subject}. */
    LOG_IN,
    /** Allows plain HTTP to the registry {@code subject}. */
    ALLOW_HTTP,
    /** Pulls the image {@code subject}. */
    PULL,
    /** Checks the store and removes what is damaged. */
    CHECK_STORE,
    /** Fetches what the store lacks, or pulls the image {@code subject}. */
    REPAIR_STORE,
    /** Removes images that are not in use. */
    PRUNE,
    /** Lists the images and tools of the store. */
    LIST,
    /** Saves images to a file. */
    SAVE,
    /** Loads what the program {@code subject} unpacks. */
    LOAD_UNPACKED,
    /** Builds a BIN image. */
    BUILD_BIN
  }

  /** Makes a fix that needs no subject. */
  public Fix(Operation operation) {
    this(operation, "");
  }
}
