package dev.otters.agentfile.parser;

import dev.otters.agentfile.LabelKeys;
import dev.otters.agentfile.ProblemCode;
import java.util.List;

/** Warns about labels that look like a misspelt label of Otters. */
final class Labels {
  private static final String PREFIX = "io.openotters.";

  private Labels() {}

  static void check(Token key, Problems problems) {
    List<String> known = LabelKeys.all();
    if (key.text().startsWith(PREFIX) && !known.contains(key.text())) {
      problems.warning(
          ProblemCode.UNKNOWN_LABEL,
          key.spot(),
          "label " + key.shown() + " is not one that Otters knows",
          () -> Suggestions.nearest(key.text(), known));
    }
  }
}
