package dev.otters.agents.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.otters.home.audit.AuditLog;
import dev.otters.models.gateway.ModelException;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Block;
import dev.otters.protocol.Call;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.WireError.Code;
import dev.otters.sessions.log.SessionStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks by a tool that found the socket, or by an agent with its own token. */
@Timeout(60)
class WireAttackTest extends WireKitTest {
  @Test
  void nothingWorksBeforeHello() throws IOException {
    for (Call<?> call : List.of(new Call.Ready(List.of()), new Call.Lease())) {
      RuntimeClient client = kit.connect();
      WireKit.assertRefused(Code.UNAUTHENTICATED, () -> client.call(call));
      client.awaitClose();
    }
    assertThat(kit.directory.heard).isEmpty();
  }

  @Test
  void aBadTokenIsRefusedAndTheConnectionEnds() throws IOException {
    String other = kit.tokens.forNewSandbox(UUID.randomUUID());
    String operator = kit.tokens.operator(Optional.empty());
    for (String token : List.of("", "nonsense", other, operator)) {
      RuntimeClient client = kit.connect();
      WireKit.assertRefused(Code.UNAUTHENTICATED, () -> client.hello(token));
      client.awaitClose();
    }
  }

  @Test
  void eachClientWithoutAValidTokenIsInTheAudit() throws IOException {
    String foreign = kit.tokens.forNewSandbox(UUID.randomUUID());
    for (String token : List.of("", "nonsense", foreign)) {
      WireKit.assertRefused(Code.UNAUTHENTICATED, () -> kit.connect().hello(token));
    }
    WireKit.assertRefused(Code.UNAUTHENTICATED, () -> kit.connect().call(new Call.Lease()));
    RuntimeClient garbage = kit.connect();
    garbage.raw("garbage\n".getBytes(UTF_8));
    garbage.awaitClose();
    var unused = kit.runtime();

    List<AuditLog.Entry> rows = kit.audit.newest(10);
    assertThat(rows)
        .hasSize(2)
        .allSatisfy(
            row -> {
              assertThat(row.call().call()).isEqualTo("hello");
              assertThat(row.call().target()).isEqualTo(kit.agent.toString());
              assertThat(row.status()).hasValue(401);
            })
        .extracting(AuditLog.Entry::count)
        .containsExactlyInAnyOrder(1L, 4L);
    assertThat(rows)
        .filteredOn(row -> row.count() == 1)
        .noneMatch(row -> "-".equals(row.call().token()));
  }

  @Test
  void connectionsThatSayNothingAreClosedAfterAWhile() throws IOException {
    RuntimeClient runtime = kit.runtime();
    int timers = kit.time.waiting();
    RuntimeClient silent = kit.connect();
    silent.raw("{\"jsonrpc\":\"2.0\",\"id\":1,".getBytes(UTF_8));
    await(() -> kit.time.waiting() > timers);
    kit.time.advance(AgentConnection.HELLO_WITHIN);
    silent.awaitClose();
    runtime.call(new Call.Ready(List.of()));
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aConnectionThatEndsLeavesNoTimer() throws IOException {
    int timers = kit.time.waiting();
    for (int i = 0; i < AgentSocket.BURST / 2; i++) {
      kit.connect().close();
    }
    RuntimeClient runtime = kit.runtime();
    await(() -> kit.time.waiting() == timers);
    runtime.call(new Call.Ready(List.of()));
  }

  @Test
  void aFloodOfConnectionsKeepsNoRuntimeOut() throws IOException {
    RuntimeClient runtime = kit.connect();
    String token = runtime.hello(kit.token()).token();
    List<RuntimeClient> flood = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      flood.add(kit.connect());
    }
    flood.getFirst().awaitClose();
    runtime.call(new Call.Ready(List.of()));
    assertThatCode(() -> kit.connect().hello(token)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\n", "garbage\n", "{}\n", "[]\n", "{\"jsonrpc\":\"2.0\"}\n", "\u0000\u0001\n"})
  void garbageEndsAConnectionThatHasNotSaidHello(String line) throws IOException {
    RuntimeClient client = kit.connect();
    client.raw(line.getBytes(UTF_8));
    client.awaitClose();
    kit.runtime().call(new Call.Ready(List.of()));
  }

  @Test
  void aLineWithoutEndEndsItsConnectionAlone() throws IOException {
    RuntimeClient runtime = kit.runtime();
    RuntimeClient client = kit.connect();
    try {
      for (int i = 0; i < 10; i++) {
        client.raw(new byte[1024 * 1024]);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("pipe");
    }
    client.awaitClose();
    runtime.call(new Call.Ready(List.of()));
  }

  @Test
  void aClientWithoutATokenMaySendLittle() throws IOException {
    RuntimeClient client = kit.connect();
    String version = "x".repeat(Protocol.MAX_HELLO_BYTES);
    var answer = client.begin(new Call.Hello(Protocol.VERSION, kit.token(), List.of(), version));
    client.awaitClose();
    assertThat(answer).isCompletedExceptionally();
  }

  @Test
  void whatIsNoRequestIsRefusedAndTheConnectionGoesOn() throws Exception {
    RuntimeClient runtime = kit.runtime();
    for (String line :
        List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"fly\",\"params\":{}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"fly\"}",
            "not json")) {
      runtime.raw((line + "\n").getBytes(UTF_8));
      assertThat(runtime.strayError().code()).as(line).isEqualTo(Code.INVALID);
    }
    runtime.call(new Call.Ready(List.of()));
  }

  @Test
  void aPromptHasALimitInSectionsAndCharacters() throws IOException {
    RuntimeClient runtime = kit.runtime();
    Block section = new Block("AGENT", "", "Hi");
    List<Block> many = Collections.nCopies(65, section);
    List<Block> large = List.of(new Block("AGENT", "", "x".repeat(1 << 20)));
    for (Call.Ready ready : List.of(new Call.Ready(many), new Call.Ready(large))) {
      WireKit.assertRefused(Code.INVALID, () -> runtime.call(ready));
    }
    runtime.call(new Call.Ready(Collections.nCopies(64, section)));
  }

  @Test
  void anAgentCannotTouchTheTurnOfAnother() throws IOException {
    UUID other = UUID.randomUUID();
    Path otherFolder = Files.createDirectory(folder.resolve("other"));
    kit.wire.open(other, otherFolder, kit.id("unix:uid"), kit.id("unix:gid"));
    RuntimeClient mine = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(mine);
    try (RuntimeClient theirs = RuntimeClient.connect(otherFolder.resolve("d.sock"))) {
      theirs.hello(kit.tokens.forNewSandbox(other));
      WireKit.assertRefused(
          Code.STALE_FENCE, () -> theirs.call(new Call.Heartbeat(turn.id(), turn.fence())));
      WireKit.assertRefused(Code.STALE_FENCE, () -> WireKit.result(theirs, turn, 1, "forged"));
      WireKit.assertRefused(Code.STALE_FENCE, () -> theirs.call(WireKit.complete(turn, 1)));
    }
    try (RuntimeClient thief = RuntimeClient.connect(otherFolder.resolve("d.sock"))) {
      WireKit.assertRefused(Code.UNAUTHENTICATED, () -> thief.hello(kit.token()));
    }
  }

  @Test
  void aRuntimeCannotInterruptForTheUserNorFailForAWhile() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    Outcome.Unanswered claimed = new Outcome.Interrupted("");
    runtime.call(new Call.Release(turn.id(), turn.fence(), claimed));
    assertThat(kit.error()).contains("unknown").contains("the runtime gave the turn up");
    assertThat(kit.sessions.service().find(kit.agent, kit.session).orElseThrow().status())
        .isEqualTo(SessionStatus.RESCHEDULING);
  }

  @Test
  void aFailedStepIsPaidForOnceHoweverOftenARuntimeAsks() throws IOException {
    kit.model.failure = Optional.of(ModelException.permanent("bad key"));
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    for (int i = 0; i < 5; i++) {
      assertThat(runtime.call(WireKit.complete(turn, 1)))
          .isEqualTo(new Answer.Over(Outcome.Kind.FAILED));
    }
    assertThat(runtime.call(WireKit.complete(turn, 2)))
        .isEqualTo(new Answer.Over(Outcome.Kind.FAILED));
    assertThat(kit.model.requests).hasSize(1);
  }
}
