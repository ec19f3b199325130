package dev.otters.agentfile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.parser.AgentfileParser;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProblemTest {
  @Test
  void messagesHoldNothingThatATerminalWouldObey() {
    assertThat(problem("FROM scratch\nNAME \u001b[2J\n").message().chars())
        .noneMatch(Character::isISOControl);
    assertThat(problem("FROM scratch\nCONTEXT A a\u202eb\n").message()).doesNotContain("\u202e");
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
    var result = AgentfileParser.parse("Agentfile", source.getBytes(UTF_8), Map.of());
    return ((ParseResult.Rejected) result).problems().getFirst();
  }
}
