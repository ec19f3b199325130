package dev.otters.resources.substrate;

/** The limits on durable files. */
public final class SubstrateLimits {
  /** The bytes of a file, and of a draft. */
  public static final int FILE_BYTES = 1 << 20;

  /** The bytes of a file that a prompt has. */
  public static final int PROMPT_BYTES = 32 << 10;

  /** The files of an agent. */
  public static final int FILES = 256;

  /** The versions of a file. Older ones are deleted. */
  public static final int VERSIONS = 100;

  /** The files that one promote writes. */
  public static final int CHANGES = 16;

  /** The drafts of a session. */
  public static final int DRAFTS = 64;

  private SubstrateLimits() {}

  /**
   * Checks the number of files of a promote.
   *
   * @throws WritebackException with {@code INVALID}
   */
  public static void requireChanges(int files) {
    if (files < 1 || files > CHANGES) {
      throw WritebackException.invalid("a promote must have 1 to " + CHANGES + " files");
    }
  }
}
