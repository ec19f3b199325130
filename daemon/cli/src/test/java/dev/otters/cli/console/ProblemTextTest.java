package dev.otters.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Excerpt;
import dev.otters.api.Problem;
import dev.otters.api.SourcePlace;
import dev.otters.api.SourceProblem;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemTextTest {
  private static String render(Problem problem) {
    Screen screen = Screen.ofScript();
    ProblemText.print(screen.console(), problem);
    assertThat(screen.out()).isEmpty();
    return screen.err();
  }

  @Test
  void aProblemIsWhatFailedAndWhatToDo() {
    assertThat(
            render(
                Problem.of(
                    ErrorCode.NAME_TAKEN,
                    "the name 'bob' is taken",
                    "Choose another with --name.")))
        .isEqualTo("otters: the name 'bob' is taken\n  Choose another with --name.\n");
  }

  @Test
  void aRemedyThatIsACommandCanBeCopied() {
    Problem sentence = Problem.of(ErrorCode.MODEL_UNKNOWN, "no", "look again");
    Problem command = Problem.of(ErrorCode.MODEL_UNKNOWN, "no", "otters model pull small");

    assertThat(render(sentence)).endsWith("  Look again\n");
    assertThat(render(command)).endsWith("  otters model pull small\n");
  }

  @Test
  void candidatesAndDetailAreShown() {
    Problem problem =
        Problem.of(ErrorCode.AGENT_NOT_FOUND, "no agent 'bo'", null)
            .withDetail("line one\nline two")
            .withCandidates(List.of("bob", "bok"));
    assertThat(render(problem))
        .isEqualTo("otters: no agent 'bo'\n  line one\n  line two\n  Did you mean: bob, bok\n");
  }

  @Test
  void aFindingShowsItsLineAndMarksTheSpot() {
    SourceProblem finding =
        new SourceProblem(
            "error",
            SourcePlace.of("Agentfile", 12, 9),
            null,
            "unknown directive 'CONTXT'",
            List.of("CONTEXT", "CONFIG"),
            "CONTEXT",
            new Excerpt("\tCONTXT x CONTXT", 8));
    assertThat(
            render(
                Problem.of(ErrorCode.AGENTFILE_INVALID, "1 error in Agentfile", null)
                    .withProblems(List.of(finding))))
        .isEqualTo(
            """
            Agentfile:12:9: error: unknown directive 'CONTXT'
              \tCONTXT x CONTXT
              \t       ^
              Allowed: CONTEXT, CONFIG
              Did you mean 'CONTEXT'?
            otters: 1 error in Agentfile
            """);
  }

  @Test
  void theMarkStandsRightOnALineThatWasCutAndHasWideCharacters() {
    SourceProblem finding =
        new SourceProblem(
            "error",
            new SourcePlace("Agentfile", 2, 900, 3),
            "a-code",
            "bad",
            List.of(),
            null,
            new Excerpt("…水\u001b bad…", 4));
    Screen screen = Screen.ofScript();
    ProblemText.print(screen.console(), finding);
    assertThat(screen.err()).isEqualTo("Agentfile:2:900: error: bad\n  …水· bad…\n       ^~~\n");
  }

  @Test
  void aFindingAboutAWholeFileHasNoLine() {
    SourceProblem finding =
        SourceProblem.of("warning", SourcePlace.of("Agentfile", 0, 0), "no MODEL");
    Screen screen = Screen.ofScript();
    ProblemText.print(screen.console(), finding);
    assertThat(screen.err()).isEqualTo("Agentfile: warning: no MODEL\n");
  }

  @Test
  void whatADaemonSaysCannotCommandATerminal() {
    assertThat(render(Problem.of(ErrorCode.INTERNAL, "x\u001b[31m", "y\u0007")))
        .doesNotContain("\u001b", "\u0007");
  }

  @Test
  void candidatesOfAConflictWereNotMeant() {
    Problem problem =
        Problem.of(ErrorCode.IMAGE_IN_USE, "x is used by a, b", "remove them first")
            .withCandidates(List.of("a", "b"));
    assertThat(render(problem)).isEqualTo("otters: x is used by a, b\n  Remove them first\n");
  }
}
