package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.home.time.ManualTime;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CrashTest {
  private static final int RUNS = 6;
  private static final int MAX_LINES = 300;

  @TempDir Path folder;
  private final UUID agent = UUID.randomUUID();
  private final Random random = new Random();

  @Test
  void whatWasAcknowledgedSurvivesSigkillAtAnyMomentAndNothingIsTorn() throws Exception {
    List<String> acknowledged = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      acknowledged.addAll(runAndKill("run" + run, 1 + random.nextInt(MAX_LINES)));
      try (Database database = Database.open(file())) {
        LogAudit.check(database);
        for (String line : acknowledged) {
          assertThat(database.<Boolean>read(rows -> isThere(rows, line))).as(line).isTrue();
        }
      }
    }
    answerWhatIsLeft();
  }

  @Test
  void aDaemonOfThisTestEndsWithItsParent() throws IOException, InterruptedException {
    Process process = start("orphan");
    process.getOutputStream().close();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.lines().count()).isLessThan(Long.MAX_VALUE);
      assertThat(process.waitFor()).isEqualTo(1);
    } finally {
      process.destroyForcibly();
    }
  }

  private Path file() {
    return folder.resolve("daemon.db");
  }

  private Process start(String run) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            java,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            CrashingDaemon.class.getName(),
            file().toString(),
            agent.toString(),
            run)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private List<String> runAndKill(String run, int lines) throws IOException, InterruptedException {
    Process process = start(run);
    List<String> seen = new ArrayList<>();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        seen.add(line);
        if (seen.size() == lines) {
          process.toHandle().destroyForcibly();
        }
      }
    } finally {
      process.toHandle().destroyForcibly();
    }
    assertThat(process.waitFor()).as("killed by a signal").isEqualTo(128 + 9);
    assertThat(seen).hasSizeGreaterThanOrEqualTo(lines);
    return seen;
  }

  private boolean isThere(Rows rows, String line) {
    String[] words = line.split(" ", -1);
    String session = words[1];
    return switch (words[0]) {
      case "answer" ->
          rows.any("SELECT 1 FROM activations WHERE id = ? AND state = 'ACKED'", words[2]);
      default ->
          rows.any(
              "SELECT 1 FROM events e JOIN sessions s ON s.key = e.session WHERE s.id = ? AND e.id"
                  + " = ?",
              session,
              words[2]);
    };
  }

  private void answerWhatIsLeft() {
    try (Database database = Database.open(file());
        Sessions sessions =
            new Sessions(database, new FakeDirectory(), new ManualTime(), new Random(1))) {
      sessions.boot(Set.of());
      sessions.turns().connect(agent, "last", List.of());
      int turns = 0;
      for (Optional<Activation> turn = sessions.leasing().tryLease(agent, "last");
          turn.isPresent();
          turn = sessions.leasing().tryLease(agent, "last")) {
        Activation left = turn.get();
        assertThat(++turns).as("turns that were left").isLessThan(RUNS * MAX_LINES);
        sessions.turns().ack(agent, left.id(), left.fence(), new Outcome.Answered("at last"));
      }
      LogAudit.check(database);
      LogAudit.allAnswered(database);
    }
  }
}
