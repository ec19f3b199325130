package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs docs/scratchpads.md, and kills the daemon around the end of a turn. */
@Tag("bubblewrap")
class DocumentedScratchpadsTest {
  @AutoClose private Otters otters;
  private Path points;

  @BeforeEach
  void anAgentThatWritesItsAnswers() throws IOException {
    otters = Otters.freshWithBubblewrap();
    points = Files.createDirectory(otters.files().resolve("points"));
    otters.with("OTTERS_CRASH_POINTS", points.toString());
    otters.script(
        "scribe",
        """
        rules:
          - when: {user: '(?s)the operator: "([^"]*)"'}
            say: "I read: ${1}"
          - say: "I read nothing."
        """);
    Otters.write(
        otters.files().resolve("scribe").resolve("Agentfile"),
        """
        FROM scratch
        NAME scribe
        MODEL scripted/scribe
        CONFIG context-write=true
        """);
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() {
    assertThat(DocumentedCommands.of("docs/scratchpads.md").run(otters)).isEqualTo(7);
  }

  @Test
  void theScratchpadsOfTheOperatorComeWithEachMessage() {
    otters.run("run", "--context-id", "team", "./scribe").ok();
    otters.run("context-store", "add", "team", "Friday").ok();
    otters.run("context-store", "add", "other", "Monday").ok();

    assertThat(otters.run("prompt", "scribe", "When?").ok()).contains("I read: Friday");
    assertThat(otters.run("prompt", "--context-id", "other", "scribe", "When?").ok())
        .contains("I read: Monday");
    otters.run("update", "--config", "context-ids=", "scribe").ok();
    assertThat(otters.run("prompt", "scribe", "When?").ok()).contains("I read nothing.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"answer-received", "answer-stored"})
  void anAnswerIsWrittenOnceWheneverTheDaemonIsKilled(String step) throws IOException {
    otters.run("run", "./scribe").ok();
    otters.run("context-store", "add", "team", "Friday").ok();
    Path armed = Files.createFile(points.resolve(step + ".armed"));

    Run.Started asked =
        otters.start("prompt", "-s", "s", "--context-id", "team", "scribe", "When?");
    Eventually.is("at the step", () -> Files.exists(points.resolve(step + ".reached")));
    otters.killDaemon();
    Files.delete(armed);

    assertThat(asked.await().ok()).contains("I read: Friday");
    assertThat(otters.run("context-store", "show", "team").ok().lines())
        .hasSize(2)
        .last()
        .asString()
        .endsWith("scribe: I read: Friday");
  }
}
