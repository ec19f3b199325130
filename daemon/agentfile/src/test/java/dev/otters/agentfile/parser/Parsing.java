package dev.otters.agentfile.parser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.ParseResult.Parsed;
import dev.otters.agentfile.ParseResult.Rejected;
import dev.otters.agentfile.Problem;
import dev.otters.agentfile.Problem.Severity;
import java.util.List;
import java.util.Map;

/** Parses lines that follow {@code FROM scratch}, so that they start on line 2. */
final class Parsing {
  private Parsing() {}

  static ParseResult parse(String... lines) {
    return AgentfileParser.parse(
        "Agentfile",
        ("FROM scratch\n" + String.join("\n", lines) + "\n").getBytes(UTF_8),
        Map.of());
  }

  /** Returns the records of lines that must be valid without a warning. */
  static Agentfile agentfile(String... lines) {
    return switch (parse(lines)) {
      case Parsed(Agentfile agentfile, List<Problem> warnings, var _) -> {
        assertThat(warnings).isEmpty();
        yield agentfile;
      }
      case Rejected(List<Problem> problems) -> fail(problems.toString());
    };
  }

  /** Returns the errors of lines that must have some, as {@code line:column: message}. */
  static List<String> errors(String... lines) {
    return switch (parse(lines)) {
      case Parsed parsed -> fail("no error: " + parsed);
      case Rejected(List<Problem> problems) -> shown(problems, Severity.ERROR);
    };
  }

  /** Returns the warnings of lines that must be valid. */
  static List<String> warnings(String... lines) {
    return switch (parse(lines)) {
      case Parsed parsed -> shown(parsed.warnings(), Severity.WARNING);
      case Rejected(List<Problem> problems) -> fail(problems.toString());
    };
  }

  /** Returns the only problem of lines that must have one. */
  static Problem problem(String... lines) {
    return onlyProblem(parse(lines));
  }

  static Problem onlyProblem(ParseResult result) {
    List<Problem> problems =
        switch (result) {
          case Parsed parsed -> parsed.warnings();
          case Rejected rejected -> rejected.problems();
        };
    assertThat(problems).as("%s", problems).hasSize(1);
    return problems.getFirst();
  }

  private static List<String> shown(List<Problem> problems, Severity severity) {
    return problems.stream()
        .filter(it -> it.severity() == severity)
        .map(it -> it.line() + ":" + it.column() + ": " + it.message())
        .toList();
  }
}
