package dev.otters.cli.command;

/** The exit codes of the command. */
public final class ExitCodes {
  /** The command succeeded. */
  public static final int OK = 0;

  /** The command failed for a reason without a code of its own. */
  public static final int FAILED = 1;

  /** The command line is invalid. */
  public static final int USAGE = 2;

  /** The user interrupted it. */
  public static final int INTERRUPTED = 130;

  private ExitCodes() {}
}
