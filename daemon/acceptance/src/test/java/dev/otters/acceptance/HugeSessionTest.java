package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Sessions of 100,000 events and of 1 GiB, in a daemon with a heap of 256 MiB. */
@Tag("bubblewrap")
@Isolated("it compares times")
@Timeout(600)
class HugeSessionTest {
  private static final int EVENTS = 100_000;
  private static final int LARGE_EVENTS = 16_384;
  private static final int LARGE_BODY = 64 << 10;
  private static final int PROMPTS = 4;

  @AutoClose private Otters otters;

  @BeforeEach
  void anAgentWithThreeSessions() throws IOException {
    otters = Otters.freshWithBubblewrap();
    Otters.write(otters.home().resolve("ottersd.yaml"), "heap: 256m\n");
    otters.script("talker", "rules:\n  - say: \"I am here.\"\n");
    otters.run("run", otters.agentWithShell("talker", "scripted/talker").toString()).ok();
    for (String session : List.of("small", "many", "large")) {
      otters.run("prompt", "-s", session, "talker", "hello").ok();
    }
    ProcessHandle daemon = otters.daemon();
    daemon.destroy();
    ProcessEnd.await("the daemon stops", daemon);
  }

  /** Adds turns of ten messages to a session, in the tables of a daemon that does not run. */
  private void fill(String session, int events, int size) throws SQLException {
    String url = "jdbc:sqlite:" + otters.home().resolve("daemon.db");
    try (Connection connection = DriverManager.getConnection(url);
        Statement plain = connection.createStatement()) {
      plain.execute("PRAGMA synchronous = OFF");
      connection.setAutoCommit(false);
      execute(
          connection,
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ? / 10) INSERT"
              + " INTO activations(id, session, agent, sandbox, turn, state, fence, created_at)"
              + " SELECT s.id || i, s.key, s.agent, s.agent, s.id || i, 'ACKED', 1, s.created_at"
              + " FROM n, sessions s WHERE s.id = ?",
          events,
          session);
      execute(
          connection,
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT"
              + " INTO events(session, seq, id, type, turn, activation, fence, created_at,"
              + " processed_at, body, total) SELECT s.key, s.last_seq + i, 'e' || i, iif(i % 10 ="
              + " 1, 'user.message', 'agent.message'), s.id || ((i + 9) / 10), s.id || ((i + 9) /"
              + " 10), 1, s.created_at, s.created_at, '{\"text\":\"' || printf('%.*c', ?, 'x') ||"
              + " '\"}', s.bytes + (? + 11) * i FROM n, sessions s WHERE s.id = ?",
          events,
          size,
          size,
          session);
      execute(
          connection,
          "UPDATE sessions SET last_seq = last_seq + ?, bytes = bytes + ?, turns = turns + ?"
              + " WHERE id = ?",
          events,
          (size + 11L) * events,
          events / 10,
          session);
      connection.commit();
    }
  }

  private static void execute(Connection connection, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.execute();
    }
  }

  /** Returns the shortest time of some prompts in milliseconds. */
  private long prompt(String session) {
    return IntStream.range(0, PROMPTS).mapToLong(i -> promptOnce(session)).min().orElseThrow();
  }

  private long promptOnce(String session) {
    long began = System.nanoTime();
    assertThat(otters.run("prompt", "-s", session, "talker", "and now?").ok()).contains("here");
    return Duration.ofNanos(System.nanoTime() - began).toMillis();
  }

  @Test
  void theyAreReadContinuedAndRemovedLikeSmallOnes() throws Exception {
    fill("many", EVENTS, 20);
    fill("large", LARGE_EVENTS, LARGE_BODY);
    assertThat(Files.size(otters.home().resolve("daemon.db"))).isGreaterThan(1L << 30);

    long small = prompt("small");
    assertThat(prompt("many")).as("ms").isLessThan(3 * small);
    assertThat(prompt("large")).as("ms").isLessThan(3 * small);
    long daemon = otters.daemon().pid();
    isReadable("many", EVENTS);
    isReadable("large", LARGE_EVENTS);
    assertThat(otters.daemon().pid()).as("the same daemon").isEqualTo(daemon);

    otters.killDaemon();
    promptOnce("large");
    otters.run("session", "rm", "talker", "many").ok();
    otters.run("session", "rm", "talker", "large").ok();
    promptOnce("small");
    assertThat(otters.run("session", "ls").ok()).contains("small").doesNotContain("many", "large");
  }

  private void isReadable(String session, int events) {
    int messages = events + 2 * (PROMPTS + 1);
    assertThat(otters.json("session", "show", "talker", session).get("turns").asInt())
        .isEqualTo(events / 10 + PROMPTS + 1);
    assertThat(otters.shell("otters session transcript talker " + session + " | head -n 3").ok())
        .contains("hello", "I am here.");
    String count =
        "otters session export talker %s | grep -c '\"type\":\"message\"'".formatted(session);
    assertThat(otters.shell(count).ok().strip()).isEqualTo(Integer.toString(messages));
    assertThat(otters.json("trace", "talker", session).get("turns")).hasSize(50);
    assertThat(otters.run("trace", "talker", session, "1").ok()).contains("scripted/talker");
    assertThat(otters.json("context", "talker", session).at("/total/bytes").asLong())
        .isBetween(1000L, 3L << 20);
    assertThat(
            otters
                .run("trace", "replay", "talker", session, "1", "--model", "scripted/talker")
                .ok())
        .contains("I am here.");
  }
}
