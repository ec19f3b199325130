package dev.otters.agentfile.parser;

import dev.otters.agentfile.Places;
import dev.otters.agentfile.Problem;
import dev.otters.agentfile.Problem.Severity;
import dev.otters.agentfile.ProblemCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The places of the declarations of a parsed file. Of several equal ones, the last one is kept. */
record Positions(String file, Map<String, Spot> spots) implements Places {
  static String key(String directive, String name) {
    return directive + " " + name;
  }

  @Override
  public Problem finding(
      Severity severity, ProblemCode code, String directive, String name, String message) {
    Spot spot = spots.getOrDefault(key(directive, name), Spot.FILE);
    return Problems.problem(file, severity, code, spot, message, List.of(), Optional.empty());
  }
}
