package dev.otters.agentfile;

import dev.otters.agentfile.Problem.Severity;

/** Locates the directives of a file, for checks that need other files too. */
@FunctionalInterface
public interface Places {
  /**
   * Creates a finding at the operand that caused it.
   *
   * @param directive in upper case, such as {@code ADD}
   * @param name the declared name, the key of a LABEL, or the image of FROM
   * @param message as in {@link Problem}
   * @return the finding; without a line if the file has no such directive
   */
  Problem finding(
      Severity severity, ProblemCode code, String directive, String name, String message);
}
