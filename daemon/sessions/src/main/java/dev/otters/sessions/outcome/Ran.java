package dev.otters.sessions.outcome;

/** A program that checked the work of an agent, as the daemon saw it. */
public sealed interface Ran {
  /** The limit on the characters of the output that are kept. */
  int MOST = 1000;

  /**
   * A program that ended by itself.
   *
   * @param code its exit code
   * @param output the end of its output, one line without secrets; may be empty
   */
  record Ended(int code, String output) implements Ran {}

  /**
   * A program that did not run to its end.
   *
   * @param why names no path of this machine, and has a remedy
   */
  record Failed(String why) implements Ran {}
}
