package dev.otters.agentfile;

import java.util.List;
import java.util.Optional;

/**
 * Describes one finding about an Agentfile, so that a terminal, an editor or a program can show it.
 *
 * @param file the file's name as the caller gave it
 * @param line from 1; 0 when the finding is about the call or the whole file
 * @param column from 1, counted in Unicode code points; 0 when there is no line
 * @param length how many code points are meant, at least 1; 0 when there is no line
 * @param code stable, for programs
 * @param message what was found, what is wrong with it and what to do; one line
 * @param allowed the values that would have been accepted; empty when they cannot be listed
 * @param suggestion what the author probably meant
 * @param lineText the line without its end, or the part around the spot with {@code …} where a long
 *     line was cut; empty when there is no line
 * @param caret how many code points of {@code lineText} stand before the spot
 */
public record Problem(
    Severity severity,
    String file,
    int line,
    int column,
    int length,
    ProblemCode code,
    String message,
    List<String> allowed,
    Optional<String> suggestion,
    String lineText,
    int caret) {

  /** Says whether a finding stops the build. */
  public enum Severity {
    /** The file cannot be used. */
    ERROR,
    /** The file can be used, and probably does not do what its author wants. */
    WARNING
  }

  /** Copies the list. */
  public Problem {
    allowed = List.copyOf(allowed);
  }

  /**
   * Returns the finding for a terminal: position and message, the line, a caret, what is allowed.
   */
  public String render() {
    return ProblemText.of(this);
  }
}
