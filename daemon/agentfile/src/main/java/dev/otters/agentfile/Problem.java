package dev.otters.agentfile;

import java.util.List;
import java.util.Optional;

/**
 * A finding about an Agentfile, for a terminal, an editor or a program.
 *
 * @param file the name of the file as the caller gave it
 * @param line counted from 1; 0 for the call or the whole file
 * @param column counted from 1, in Unicode code points; 0 without a line
 * @param length the number of code points concerned, at least 1; 0 without a line
 * @param code the stable code, for programs
 * @param message what was found and what is wrong with it, in one line
 * @param allowed the accepted values; empty if they cannot be listed
 * @param suggestion the value that the author probably meant
 * @param lineText the line without its end, or its part around the spot with {@code …} where it was
 *     cut; empty without a line
 * @param caret the number of code points of {@code lineText} before the spot
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

  /** The severity of a finding. */
  public enum Severity {
    /** The file cannot be used. */
    ERROR,
    /** The file can be used, but probably does not do what its author wants. */
    WARNING
  }

  /** Copies the list. */
  public Problem {
    allowed = List.copyOf(allowed);
  }
}
