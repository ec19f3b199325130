package dev.otters.agentfile.parser;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks the comment that names the version of the language. */
final class SyntaxComment {
  private static final Pattern SYNTAX = Pattern.compile("#[ \\t]*+syntax[ \\t]*+=[ \\t]*+");

  private SyntaxComment() {}

  /** Checks the comment at the spot. Ignores other comments. */
  static void check(Spot spot, Problems problems) {
    Matcher matcher = SYNTAX.matcher(spot.text()).region(spot.index(), spot.text().length());
    if (!matcher.lookingAt()) {
      return;
    }
    String version = spot.text().substring(matcher.end()).strip();
    if (!version.equals(Agentfile.SYNTAX)) {
      problems.error(
          ProblemCode.UNKNOWN_SYNTAX,
          spot.at(matcher.end()),
          "unsupported syntax " + Quoted.of(version),
          List.of(Agentfile.SYNTAX));
    } else if (spot.line() != 1) {
      problems.warning(
          ProblemCode.MISPLACED_SYNTAX,
          spot,
          "# syntax= is read only on the first line of the file");
    }
  }
}
