package dev.otters.agentfile.parser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.ParseResult.Parsed;
import dev.otters.agentfile.ParseResult.Rejected;
import dev.otters.agentfile.Problem;
import dev.otters.agentfile.Problem.Severity;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Holds for every result, whatever the input was. */
final class Invariants {
  private Invariants() {}

  static void check(byte[] source, ParseResult result) {
    switch (result) {
      case Parsed parsed -> {
        assertThat(parsed.agentfile().source())
            .isEqualTo(new String(source, StandardCharsets.UTF_8));
        assertThat(parsed.warnings()).allMatch(it -> it.severity() == Severity.WARNING);
        check(parsed.warnings());
      }
      case Rejected(List<Problem> problems) -> {
        assertThat(problems).anyMatch(it -> it.severity() == Severity.ERROR);
        check(problems);
      }
    }
  }

  private static void check(List<Problem> problems) {
    assertThat(problems).hasSizeLessThanOrEqualTo(202);
    for (Problem problem : problems) {
      assertThat(problem.line() == 0).isEqualTo(problem.column() == 0);
      assertThat(problem.message()).isNotBlank().doesNotContain("\n").hasSizeLessThan(400);
      assertThat(problem.lineText()).hasSizeLessThan(125);
      assertThat(problem.caret()).isBetween(0, problem.lineText().length());
      assertThat(problem.render().chars().filter(it -> it != '\n'))
          .noneMatch(Character::isISOControl);
      assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(problem.render())).isTrue();
    }
  }
}
