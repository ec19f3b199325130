package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.FastFolder;
import dev.otters.home.TalkingProgram;
import dev.otters.home.store.Database;
import dev.otters.models.provider.VendorSocket;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.LogAudit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Kills the daemon around its summaries and counts what the vendor is asked for. */
@Timeout(300)
class SummaryKillTest {
  private static final long SEED = 5;
  private static final int KILLS = 12;
  private static final int LAST_TURNS = 12;
  private static final int LONGEST_DELAY_NANOS = 6_000_000;
  private static final String SESSION = "s";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir(factory = FastFolder.class)
  Path folder;

  @AutoClose private final VendorSocket vendor = new VendorSocket();
  private final UUID agent = UUID.randomUUID();
  private final Random random = new Random(SEED);

  /** The conversations that the vendor was asked to summarize. */
  private final List<String> asked = new ArrayList<>();

  private volatile Runnable kill = () -> {};
  private volatile boolean killed;

  SummaryKillTest() throws IOException {
    vendor.plays(this::answer);
  }

  private void answer(VendorSocket.Line line) throws IOException {
    JsonNode request = JSON.readTree(line.request().body());
    JsonNode messages = request.path("messages");
    if (messages.isEmpty()) {
      return; // a killed daemon sent the head of its request only
    }
    boolean summary = messages.path(0).path("content").asString().contains("You summarize");
    String text = summary ? ask(messages.path(1).path("content").asString()) : "done";
    boolean early = random.nextInt(3) == 0;
    if (summary && early) {
      kill.run();
    }
    line.begin()
        .piece(
            CountingVendor.event("{\"content\":\"" + text + "\"}", "null")
                + CountingVendor.end("stop"))
        .end();
    if (summary && !early) {
      LockSupport.parkNanos(random.nextInt(LONGEST_DELAY_NANOS));
      kill.run();
    }
  }

  private synchronized String ask(String conversation) {
    asked.add(conversation);
    return "summary " + (asked.size() - 1);
  }

  @Test
  void aStoredSummaryIsNeverPaidAgainWhenTheDaemonIsKilled() throws Exception {
    for (int life = 0; life < KILLS; life++) {
      liveAndDie(life);
    }
    kill = () -> {};
    try (TalkingProgram daemon = start(KILLS)) {
      live(daemon, LAST_TURNS);
    }

    try (Database database = Database.open(folder.resolve("daemon.db"))) {
      LogAudit.check(database);
      LogAudit.allAnswered(database);
      List<JsonNode> stored = summaries(database);
      assertThat(stored).hasSizeGreaterThan(2);
      assertThat(stored).extracting(body -> body.path("to").asLong()).isSorted();
      assertThat(stored).extracting(body -> body.path("to").asLong()).doesNotHaveDuplicates();
      for (JsonNode body : stored) {
        int number = Integer.parseInt(body.path("summary").asString().substring(8));
        assertThat(asked.subList(number + 1, asked.size())).doesNotContain(asked.get(number));
      }
      assertThat(asked).hasSizeBetween(stored.size(), stored.size() + KILLS);
    }
  }

  private static List<JsonNode> summaries(Database database) {
    String sql = "SELECT body FROM events WHERE type = 'session.compacted' ORDER BY seq";
    return database.read(rows -> rows.list(sql, row -> JSON.readTree(row.text("body"))));
  }

  private TalkingProgram start(int life) throws IOException {
    String address = vendor.address("/v1").toString();
    return TalkingProgram.start(
        64, KilledDaemon.class, folder.toString(), agent.toString(), address, "m" + life, SESSION);
  }

  private void liveAndDie(int life) throws Exception {
    killed = false;
    TalkingProgram daemon = start(life);
    kill =
        () -> {
          killed = true;
          daemon.close();
        };
    try (daemon) {
      live(daemon, Integer.MAX_VALUE);
    } catch (IllegalStateException | IOException e) {
      if (!killed) {
        throw e;
      }
    }
  }

  /** Plays the runtime for so many turns, each with a new message. */
  private void live(TalkingProgram daemon, int turns) throws IOException {
    daemon.nudge();
    String token = daemon.said("token ");
    try (RuntimeClient runtime =
        RuntimeClient.connect(folder.resolve("run").resolve(WireServer.SOCKET))) {
      runtime.hello(token);
      for (int turn = 1; turn <= turns; turn++) {
        Activation leased = WireKit.lease(runtime);
        assertThat(runtime.call(WireKit.complete(leased, 1)))
            .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
        if (turn < turns) {
          daemon.nudge();
        }
      }
    }
  }
}
