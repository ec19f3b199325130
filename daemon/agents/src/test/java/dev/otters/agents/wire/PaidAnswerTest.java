package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.FastFolder;
import dev.otters.home.TalkingProgram;
import dev.otters.home.store.Database;
import dev.otters.home.store.Row;
import dev.otters.models.provider.VendorSocket;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.LogAudit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills the daemon and the runtime between the last byte of an answer and its commit. */
@Timeout(120)
class PaidAnswerTest {
  private static final String TEXT = CountingVendor.event("{\"content\":\"Paid.\"}", "null");
  private static final String CALL =
      CountingVendor.event(
          "{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":\"function\",\"function\":"
              + "{\"name\":\"sh\",\"arguments\":\"{}\"}}]}",
          "null");

  @TempDir(factory = FastFolder.class)
  Path folder;

  @AutoClose private final VendorSocket vendor = new VendorSocket();
  private final UUID agent = UUID.randomUUID();

  PaidAnswerTest() throws IOException {}

  private static VendorSocket.Answer text() {
    return VendorSocket.events(TEXT + CountingVendor.end("stop"));
  }

  private TalkingProgram start(String name) throws Exception {
    TalkingProgram daemon =
        TalkingProgram.start(
            64,
            KilledDaemon.class,
            folder.toString(),
            agent.toString(),
            vendor.address("/v1").toString(),
            name);
    assertThat(vendor.request().body()).contains(CountingVendor.WARM_UP);
    return daemon;
  }

  private RuntimeClient connect(TalkingProgram daemon) throws IOException {
    daemon.nudge();
    return connect(daemon.said("token "));
  }

  private RuntimeClient connect(String token) throws IOException {
    RuntimeClient runtime = RuntimeClient.connect(folder.resolve("run").resolve(WireServer.SOCKET));
    runtime.hello(token);
    return runtime;
  }

  /** Lets a daemon get an answer, and kills it before it can store the answer. */
  private void answeredAndKilled() throws Exception {
    TalkingProgram daemon = start(KilledDaemon.STUCK);
    try (RuntimeClient runtime = connect(daemon)) {
      ask(runtime, WireKit.lease(runtime));
      daemon.said(KilledDaemon.ANSWERED);
      daemon.close();
      assertThat(daemon.ended()).isEqualTo(128 + 9);
    }
    assertThat(vendor.request().body()).contains("work stuck-1");
  }

  private static void ask(RuntimeClient runtime, Activation turn) {
    CompletableFuture<Answer.Next> unused =
        CompletableFuture.supplyAsync(() -> runtime.call(WireKit.complete(turn, 1)));
  }

  @Test
  void anAnswerOfAKilledDaemonIsStoredByTheNextOne() throws Exception {
    vendor.plays(text());
    answeredAndKilled();

    try (TalkingProgram daemon = start("next");
        RuntimeClient runtime = connect(daemon)) {
      assertThat(runtime.call(WireKit.complete(WireKit.lease(runtime), 1)))
          .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
    }

    assertThat(vendor.untaken()).as("more requests").isZero();
    assertStoredOnce("Paid.");
  }

  @Test
  void aToolCallOfAKilledDaemonIsStoredByTheNextOne() throws Exception {
    vendor.plays(VendorSocket.events(CALL + CountingVendor.end("tool_calls")));
    answeredAndKilled();
    vendor.plays(text());

    try (TalkingProgram daemon = start("next");
        RuntimeClient runtime = connect(daemon)) {
      Activation turn = WireKit.lease(runtime);
      assertThat(runtime.call(WireKit.complete(turn, 1))).isInstanceOf(Answer.Run.class);
      assertThat(vendor.untaken()).as("more requests").isZero();
      WireKit.result(runtime, turn, 1, "files");
      assertThat(runtime.call(WireKit.complete(turn, 2)))
          .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
    }

    assertThat(vendor.request().body()).contains("files");
    assertThat(spooled()).isEmpty();
  }

  @Test
  void anAnswerIsNotPaidAgainWhenTheRuntimeIsKilled() throws Exception {
    vendor.plays(text());
    try (TalkingProgram daemon = start(KilledDaemon.STUCK)) {
      daemon.nudge();
      String token = daemon.said("token ");
      try (RuntimeClient killed = connect(token)) {
        ask(killed, WireKit.lease(killed));
        daemon.said(KilledDaemon.ANSWERED);
      }
      assertThat(vendor.request().body()).contains("work stuck-1");

      try (RuntimeClient runtime = connect(token)) {
        assertThat(runtime.call(WireKit.complete(WireKit.lease(runtime), 1)))
            .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
      }
      daemon.said(KilledDaemon.COUNTED);
    }

    assertThat(vendor.untaken()).as("more requests").isZero();
    assertStoredOnce("Paid.");
  }

  @Test
  void anAnswerThatWasCutIsAskedForAgain() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    vendor.plays(text());
    TalkingProgram daemon = start("cut");
    try (RuntimeClient runtime = connect(daemon)) {
      vendor.plays(
          line -> {
            line.begin().piece(CountingVendor.event("{\"content\":\"Half \"}", "null"));
            begun.countDown();
            line.hold();
          });
      ask(runtime, WireKit.lease(runtime));
      begun.await();
      daemon.close();
      assertThat(daemon.ended()).isEqualTo(128 + 9);
    }
    assertThat(vendor.request().body()).contains("work cut-1");
    vendor.plays(text());

    try (TalkingProgram next = start("next");
        RuntimeClient runtime = connect(next)) {
      assertThat(runtime.call(WireKit.complete(WireKit.lease(runtime), 1)))
          .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
    }

    assertThat(vendor.request().body()).contains("work cut-1");
    assertStoredOnce("Paid.");
  }

  private void assertStoredOnce(String text) throws IOException {
    try (Database database = Database.open(folder.resolve("daemon.db"))) {
      LogAudit.check(database);
      assertThat(list(database, "SELECT body AS it FROM events WHERE type = 'agent.message'"))
          .singleElement()
          .asString()
          .contains(text);
      assertThat(list(database, "SELECT sum(input_tokens + output_tokens) AS it FROM ledger"))
          .containsExactly("40");
      assertThat(list(database, "SELECT spent_tokens AS it FROM sessions ORDER BY key LIMIT 1"))
          .containsExactly("40");
      assertThat(list(database, "SELECT http AS it FROM traces WHERE http")).hasSize(1);
    }
    assertThat(spooled()).isEmpty();
  }

  private static List<String> list(Database database, String sql) {
    return database.read(rows -> rows.list(sql, (Row row) -> row.text("it")));
  }

  private List<Path> spooled() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("spool"))) {
      return files.toList();
    }
  }
}
