package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.TalkingProgram;
import dev.otters.home.store.Database;
import dev.otters.models.provider.VendorSocket;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Large prompts in a daemon with a small heap, which ends when its heap is full. */
@Timeout(120)
class LargePromptsTest {
  private static final int TURNS = 10;
  private static final int HEAP = 256;

  @TempDir Path folder;
  @AutoClose private final VendorSocket vendor = new VendorSocket();
  private final UUID agent = UUID.randomUUID();

  LargePromptsTest() throws IOException {
    vendor.plays(
        VendorSocket.events(
            CountingVendor.event("{\"content\":\"Read.\"}", "null") + CountingVendor.end("stop")));
  }

  @Test
  void tenTurnsAtATimeWithTracedPromptsOfTwoMegabytesAreAnswered() throws Exception {
    try (TalkingProgram daemon =
        TalkingProgram.start(
            HEAP,
            BusyDaemon.class,
            folder.toString(),
            agent.toString(),
            vendor.address("/v1").toString(),
            Integer.toString(TURNS))) {
      String token = daemon.said("token ");
      try (RuntimeClient runtime =
          RuntimeClient.connect(folder.resolve("run").resolve(WireServer.SOCKET))) {
        runtime.hello(token);
        List<CompletableFuture<Answer.Next>> answers = new ArrayList<>();
        for (int turn = 0; turn < TURNS; turn++) {
          Activation leased = WireKit.lease(runtime);
          answers.add(runtime.begin(WireKit.complete(leased, 1)));
        }
        for (CompletableFuture<Answer.Next> answer : answers) {
          assertThat(RuntimeClient.await(answer)).isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
        }
      }
    }

    try (Database database = Database.open(folder.resolve("daemon.db"))) {
      String whole =
          "SELECT count(*) AS n FROM traces WHERE request IS NOT NULL AND request_size > 1500000"
              + " AND stored_hash IS NOT NULL";
      assertThat(database.<Long>read(rows -> rows.number(whole))).isEqualTo(TURNS);
    }
  }
}
