package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.api.outcome.OutcomeCriterion;
import dev.otters.api.outcome.OutcomeDefinition;
import dev.otters.api.session.EventType;
import dev.otters.api.trace.TraceCall;
import dev.otters.api.trace.TraceText;
import dev.otters.home.store.StoreException;
import dev.otters.home.time.SmallDisk;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.RequestBody;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.resource.FileTools;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turns of an agent that fills the disk of the daemon's home. */
class FullDiskTurnTest {
  @TempDir Path folder;
  private Optional<SmallDisk> disk = Optional.empty();
  private Optional<SessionKit> kit = Optional.empty();

  @BeforeEach
  void open() throws IOException {
    disk = SmallDisk.mount(folder.resolve("disk"), 16);
    assumeTrue(disk.isPresent(), "only root can mount");
    kit = Optional.of(new SessionKit(disk.get().folder()));
    kit().say("fill the disk");
  }

  @AfterEach
  void close() throws IOException {
    kit.ifPresent(SessionKit::close);
    if (disk.isPresent()) {
      disk.get().close();
    }
  }

  @Test
  void theTurnFailsWithOneClearErrorAndRunsAgainOnceThereIsRoom() throws IOException {
    Activation turn = kit().lease();
    SmallDisk.fill(filler());

    SessionKit.assertStale(() -> appendMuch(turn));
    assertFailedOnFullDisk();
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> kit().say("again"))
        .matches(StoreException::full);

    Files.delete(filler());
    kit().say("again");
    kit().answer(kit().lease(), "done");
    assertThat(kit().view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aTurnCannotStartOnTheFullDiskAndRunsOnceThereIsRoom() throws IOException {
    SmallDisk.fill(filler());

    assertThat(kit().tryLease()).isEmpty();
    assertFailedOnFullDisk();
    assertThat(kit().tryLease()).isEmpty();
    assertThat(kit().events(EventType.TURN_STARTED)).hasSize(1);

    Files.delete(filler());
    kit().say("again");
    kit().answer(kit().lease(), "done");
    assertThat(kit().view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void anAnswerThatDoesNotFitIntoTheReserveFailsTheTurn() throws IOException {
    Activation turn = kit().lease();
    SmallDisk.fill(filler());

    kit().answer(turn, "x".repeat(6 << 20));

    assertFailedOnFullDisk();
  }

  @Test
  void anOutcomeThatCannotBeEvaluatedFailsTheTurn() throws IOException {
    kit().directory.tools = FileTools.SCHEMAS;
    kit()
        .sessions
        .outcomes()
        .define(
            kit().agent,
            kit().session,
            new OutcomeDefinition("A report", null, List.of(new OutcomeCriterion("Good.", null))));
    Activation turn = kit().lease();
    ToolCall call = new ToolCall("c1", "resources_promote_to_substrate", "{}");
    Completion answer = new Completion("", List.of(call), StopReason.TOOL_USE, SessionKit.USAGE);
    SmallDisk.fill(filler());

    SessionKit.assertStale(
        () -> kit().sessions.steps().record(kit().step(turn, 1), "acme/large", answer));

    assertFailedOnFullDisk();
    assertThat(kit().sessions.outcomes().history(kit().agent, kit().session, 1)).isEmpty();
  }

  @Test
  void aRestartOfTheDaemonKeepsTheTurnAndItsFailure() throws IOException {
    Activation turn = kit().lease();
    SmallDisk.fill(filler());

    kit().restart(Set.of(kit().agent));
    SessionKit.assertStale(() -> appendMuch(turn));
    kit().restart(Set.of(kit().agent));

    assertFailedOnFullDisk();
  }

  @Test
  void aRequestThatCannotBeRecordedIsMarkedAndItsTurnIsAnswered() throws IOException {
    Activation turn = kit().lease();
    Completion answer = new Completion("", List.of(), StopReason.END_TURN, SessionKit.USAGE);
    sendMuchOnAFullDisk(turn, answer);

    kit().answer(turn, "done");

    assertThat(kit().view().status()).isEqualTo(SessionStatus.IDLE);
    TraceCall call =
        kit().sessions.traceReader().turn(kit().agent, kit().session, "1").calls().getFirst();
    assertThat(call.text()).isEqualTo(TraceText.DROPPED);
    assertThat(call.bytes()).isEqualTo(8 << 20);
  }

  @Test
  void aStepWithAToolCallThatCannotBeRecordedIsMarkedAndItsCallRuns() throws IOException {
    Activation turn = kit().lease();
    ToolCall call = new ToolCall("c1", "sh", "{}");
    Completion answer = new Completion("", List.of(call), StopReason.TOOL_USE, SessionKit.USAGE);
    sendMuchOnAFullDisk(turn, answer);
    try (FileChannel channel = FileChannel.open(filler(), StandardOpenOption.WRITE)) {
      assertThat(channel.truncate(channel.size() - (2 << 20)).isOpen()).isTrue();
    }

    Answer.Next next = kit().sessions.steps().record(kit().step(turn, 1), "acme/large", answer);

    assertThat(next).isEqualTo(new Answer.Run(List.of(call)));
    assertThat(kit().events(EventType.TOOL_USE)).hasSize(1);
    TraceCall traced =
        kit().sessions.traceReader().turn(kit().agent, kit().session, "1").calls().getFirst();
    assertThat(traced.text()).isEqualTo(TraceText.DROPPED);
    assertThat(traced.usage()).isNotNull();

    Files.delete(filler());
    kit().append(turn, SessionKit.result("c1", "files"));
    kit().answer(turn, 2, "done");
    assertThat(kit().view().status()).isEqualTo(SessionStatus.IDLE);
  }

  private void sendMuchOnAFullDisk(Activation turn, Completion answer) throws IOException {
    TurnSteps.State.Ask ask =
        (TurnSteps.State.Ask) kit().sessions.steps().open(kit().step(turn, 1), Long.MAX_VALUE);
    SmallDisk.fill(filler());
    ask.recording().asked("acme", new CompletionRequest("large", List.of(), List.of(), Map.of()));
    byte[] body = new byte[8 << 20];
    new Random(1).nextBytes(body);
    ask.recording().sent(RequestBody.of(body));
    ask.recording().answered(answer);
  }

  private void assertFailedOnFullDisk() {
    assertThat(kit().view().status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
    assertThat(kit().events(EventType.ERROR)).hasSize(1);
    assertThat(kit().events(EventType.ERROR).getFirst().body())
        .contains("the disk of the daemon's home is full. Make room");
  }

  private void appendMuch(Activation turn) {
    kit().append(turn, SessionKit.result("c1", "x".repeat(1 << 20)));
  }

  private SessionKit kit() {
    return kit.orElseThrow();
  }

  private Path filler() {
    return disk.orElseThrow().folder().resolve("filler");
  }
}
