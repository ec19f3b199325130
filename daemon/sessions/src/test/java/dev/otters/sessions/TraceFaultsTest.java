package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.RequestBody;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.running.Step;
import dev.otters.sessions.trace.Recording;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of steps that go wrong, and how traces are deleted. */
class TraceFaultsTest {
  private static final Outcome.Failed FAILED =
      new Outcome.Failed(Outcome.ErrorKind.PERMANENT, "no");

  @TempDir Path folder;
  @AutoClose private SessionKit kit;

  @BeforeEach
  void open() {
    kit = new SessionKit(folder);
  }

  private Step asked() {
    kit.say("hello");
    return kit.step(kit.lease(), 1);
  }

  private List<String> errors() {
    return kit.database.read(
        rows -> rows.list("SELECT error FROM traces", row -> row.maybeText("error").orElse("")));
  }

  private long chunks() {
    return kit.database.read(rows -> rows.number("SELECT count(*) AS n FROM trace_chunks"));
  }

  @Test
  void aStepThatEndsWithoutAnAnswerLeavesNoRecording() {
    Step step = asked();
    kit.ask(step).failed(new IllegalStateException("away"));

    kit.sessions.steps().ended(step);

    assertThat(kit.sessions.traces().end(step.eventId("trace"), kit.agent)).isEmpty();
  }

  @Test
  void aRequestThatWasTooLongIsRecordedAlthoughTheTurnGoesOnElsewhere() {
    Step step = asked();
    kit.ask(step).failed(new IllegalStateException("too long"));
    assertThat(kit.connect()).isEmpty();

    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> kit.sessions.steps().tooLong(step, "too long", FAILED));

    assertThat(errors()).containsExactly("too long");
  }

  @Test
  void thePolicyOfSizesStoresNoWordsOfAVendor() {
    kit.directory.options = Map.of("trace", "sizes");
    Step step = asked();
    Recording recording = kit.ask(step);
    recording.failed(
        ModelException.permanent(
            ModelException.Reason.BAD_REQUEST, "says: the prompt \"hello\" is bad", ""));
    var unused = kit.sessions.steps().failed(step, FAILED, "acme/large", Usage.NONE);

    assertThat(errors()).containsExactly("bad request");
  }

  @Test
  void unusedChunksAreDeletedInPortionsAndUsedOnesStay() {
    trace("{\"used\":true}");
    kit.database.update(
        tx -> {
          for (int i = 0; i < 5000; i++) {
            tx.execute("INSERT INTO trace_chunks(hash, body) VALUES(randomblob(32), x'0000')");
          }
        });

    kit.sessions.traces().clean();

    assertThat(chunks()).isEqualTo(1);
  }

  @Test
  void aClockThatGoesBackDeletesNoTrace() {
    kit.time.jumpWallClock(Duration.ofDays(40));
    trace("{}");
    kit.time.jumpWallClock(Duration.ofDays(-80));

    kit.sessions.traces().clean();

    assertThat(errors()).hasSize(1);
    assertThat(chunks()).isEqualTo(1);
  }

  private void trace(String body) {
    kit.say("hello");
    Activation turn = kit.lease();
    Recording recording = kit.ask(kit.step(turn, 1));
    recording.sent(RequestBody.of(body.getBytes(StandardCharsets.UTF_8)));
    recording.failed(new IllegalStateException("no"));
    var unused = kit.sessions.steps().failed(kit.step(turn, 1), FAILED, "acme/large", Usage.NONE);
  }
}
