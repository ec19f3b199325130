package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Wakes of an agent with a scripted model, and docs/wakes.md. */
@Tag("bubblewrap")
class WakesTest {
  @AutoClose private Otters otters;
  private SessionLog log;

  @BeforeEach
  void anAgentThatAnswers() throws IOException {
    otters = Otters.freshWithBubblewrap();
    otters.script(
        "bob",
        """
        rules:
          - when: {user: "(?s)scheduled wake.*(Look.*)"}
            say: "I was woken: ${1}"
          - say: "Hello."
        """);
    otters.run("run", otters.agentWithShell("bob", "scripted/bob").toString()).ok();
    log = new SessionLog(otters);
  }

  private long fired(String session) {
    return log.count("bob", session, "wake.fired");
  }

  private void awaitTurns(String session, long turns) {
    Eventually.is("the turn has ended", () -> log.count("bob", session, "turn.finished") == turns);
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() {
    assertThat(DocumentedCommands.of("docs/wakes.md").run(otters)).isEqualTo(6);

    assertThat(otters.run("session", "wake", "ls", "-q").ok().lines()).hasSize(4);
    assertThat(otters.run("session", "wake", "ls", "bob", "report").ok())
        .contains("0 7 * * mon-fri Europe/Berlin", "Write the report.");
    assertThat(otters.run("session", "wake", "rm", "bob", "deploy", "1").ok())
        .isEqualTo("removed 1\n");
    assertThat(otters.run("session", "wake", "rm", "bob", "deploy", "1").failed(3))
        .contains("session deploy has no wake 1");
    assertThat(otters.run("session", "wake", "bob", "deploy", "--cron", "0 7 * *").failed(2))
        .contains("a cron expression has 5 fields");
  }

  @Test
  void aWakeWaitsForItsAgentAndFiresOnceWhoeverIsKilled() {
    otters.run("stop", "bob").ok();
    otters.run("session", "wake", "bob", "s", "--in", "1s", "--note", "Look around.").ok();
    otters.killDaemon();
    assertThat(otters.run("session", "wake", "ls", "bob", "s", "-q").ok()).isEqualTo("1\n");
    assertThat(fired("s")).isZero();

    otters.run("start", "bob").ok();
    awaitTurns("s", 1);
    otters.killDaemon();

    assertThat(otters.run("session", "transcript", "bob", "s").ok())
        .contains("agent: I was woken: Look around.");
    assertThat(otters.run("session", "wake", "ls", "-q").ok()).isEmpty();
    otters.run("prompt", "-s", "s", "bob", "Hello").ok();
    assertThat(fired("s")).isOne();
  }
}
