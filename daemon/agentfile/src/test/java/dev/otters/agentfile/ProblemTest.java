package dev.otters.agentfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Problem.Severity;
import dev.otters.agentfile.parser.AgentfileParser;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProblemTest {
  @Test
  void showsTheLineAndMarksTheSpot() {
    var problem =
        new Problem(
            Severity.ERROR,
            "dir/Agentfile",
            12,
            9,
            4,
            ProblemCode.INVALID_VALUE,
            "no such thing",
            List.of("this", "that"),
            Optional.of("this"),
            "\tCONFIG thus",
            8);

    assertThat(problem.render())
        .isEqualTo(
            """
            dir/Agentfile:12:9: error: no such thing
               CONFIG thus
                      ^
              allowed: this, that
              did you mean this?\
            """);
  }

  @Test
  void neverShowsWhatATerminalWouldObey() {
    var problem = problem("FROM scratch\nNAME \u001b[2J\n");
    var suggestion = problem("FROM scratch\nCONTEXT A a\u202eb\n");

    assertThat(problem.render().chars().filter(it -> it != '\n'))
        .noneMatch(Character::isISOControl);
    assertThat(suggestion.suggestion().orElseThrow()).contains("\u202e");
    assertThat(suggestion.render()).doesNotContain("\u202e");
  }

  @Test
  void countsColumnsInCharactersThatPeopleSee() {
    var problem = problem("FROM scratch\nLABEL a=\"🦦🦦\" 🦦\n");

    assertThat(problem.column()).isEqualTo(14);
    assertThat(problem.caret()).isEqualTo(13);
  }

  @Test
  void cutsLongLinesAroundTheSpot() {
    var problem =
        problem("FROM scratch\nCAPABILITY " + "note-save ".repeat(9999) + "🦦 " + "x".repeat(9999));

    assertThat(problem.lineText()).hasSizeLessThan(125).startsWith("…").endsWith("…");
    assertThat(
            problem
                .lineText()
                .codePointAt(problem.lineText().offsetByCodePoints(0, problem.caret())))
        .isEqualTo("🦦".codePointAt(0));
  }

  private static Problem problem(String source) {
    var result = AgentfileParser.parse("Agentfile", source, Map.of());
    return ((ParseResult.Rejected) result).problems().getFirst();
  }
}
