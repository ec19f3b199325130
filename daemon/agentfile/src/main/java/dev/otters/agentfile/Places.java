package dev.otters.agentfile;

import dev.otters.agentfile.Problem.Severity;

/** Knows where a file says what, for findings that only show once other files were looked at. */
@FunctionalInterface
public interface Places {
  /**
   * Makes a finding at the operand that it is about.
   *
   * @param directive in upper case, such as {@code ADD}
   * @param name what the directive declares: a name, the key of a LABEL, the image of FROM
   * @param message as in {@link Problem}
   * @return the finding; without a line when the file does not say that
   */
  Problem finding(
      Severity severity, ProblemCode code, String directive, String name, String message);
}
