package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.trace.TraceBlock;
import dev.otters.api.trace.TraceDetail;
import dev.otters.api.trace.TraceList;
import dev.otters.api.trace.TracePrompt;
import dev.otters.api.trace.TraceText;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.RequestBody;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.trace.Recording;
import dev.otters.sessions.trace.TraceSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceTest {
  private static final int TURNS = 100;

  @TempDir Path folder;
  @AutoClose private SessionKit kit;

  @BeforeEach
  void open() {
    kit = new SessionKit(folder);
  }

  /** Plays a vendor that receives a body and answers. */
  private void turn(String message, String body) {
    turn(message, body, "done");
  }

  private void turn(String message, String body, String text) {
    kit.say(message);
    Activation turn = kit.lease();
    Recording recording = kit.ask(kit.step(turn, 1));
    recording.sent(RequestBody.of(body.getBytes(StandardCharsets.UTF_8)));
    recording.text();
    answer(turn, recording, text);
  }

  private void answer(Activation turn, Recording recording, String text) {
    Completion completion = new Completion(text, List.of(), StopReason.END_TURN, SessionKit.USAGE);
    recording.answered(completion);
    Answer.Next unused = kit.sessions.steps().record(kit.step(turn, 1), "acme/large", completion);
  }

  private void fail(Activation turn) {
    Answer.Next unused =
        kit.sessions
            .steps()
            .failed(
                kit.step(turn, 1),
                new Outcome.Failed(Outcome.ErrorKind.TRANSIENT, "no"),
                "acme/large",
                Usage.NONE);
  }

  private TraceDetail detail(String turn) {
    return kit.sessions.traceReader().turn(kit.agent, kit.session, turn);
  }

  private TracePrompt prompt(String turn) {
    long call = detail(turn).calls().getLast().id();
    return kit.sessions.traceReader().prompt(kit.agent, kit.session, turn, call);
  }

  private long stored() {
    return kit.database.read(
        rows ->
            rows.number(
                "SELECT sum(pgsize) AS n FROM dbstat WHERE name LIKE 'trace%' OR name LIKE"
                    + " 'sqlite_autoindex_trace%'"));
  }

  @Test
  void theExactBytesOfARequestCanBeReadBack() {
    turn("first", "{\"messages\":[\"é\"]}");

    TracePrompt prompt = prompt("1");

    assertThat(prompt.request()).isEqualTo("{\"messages\":[\"é\"]}");
    assertThat(prompt.answer()).contains("\"text\":\"done\"");
    assertThat(prompt.intact()).isTrue();
    assertThat(prompt.call().text()).isEqualTo(TraceText.EXACT);
    assertThat(prompt.call().model()).isEqualTo("acme/large");
    assertThat(prompt.call().http()).isTrue();
    assertThat(prompt.call().usage()).isNotNull();
    TraceList turns = kit.sessions.traceReader().turns(kit.agent, kit.session, 10);
    assertThat(turns.turns()).hasSize(1);
    assertThat(turns.turns().getFirst().message()).isEqualTo("first");
  }

  @Test
  void aFailedRequestIsRecordedWithItsReason() {
    kit.say("first");
    Activation turn = kit.lease();
    Recording recording = kit.ask(kit.step(turn, 1));
    recording.failed(new IllegalStateException("the vendor is overloaded"));
    fail(turn);

    TracePrompt prompt = prompt("1");

    assertThat(prompt.call().error()).isEqualTo("the vendor is overloaded");
    assertThat(prompt.call().http()).isFalse();
    assertThat(prompt.request()).contains("\"from\":\"User\"").contains("hello");
    assertThat(prompt.answer()).isNull();
  }

  @Test
  void usageBelongsToTheRequestThatWasAnsweredAndNotToThoseBeforeIt() {
    kit.say("first");
    Activation turn = kit.lease();
    Recording recording = kit.ask(kit.step(turn, 1));
    recording.failed(new IllegalStateException("the vendor is overloaded"));
    recording.asked(
        "acme",
        new CompletionRequest(
            "large", List.of(new ChatMessage.User("hello")), List.of(), Map.of()));
    answer(turn, recording, "done");

    assertThat(detail("1").calls())
        .extracting(call -> call.usage() != null)
        .containsExactly(false, true);
  }

  @Test
  void theBlocksOfATurnEndWithItsTools() {
    turn("first", "{}");

    TraceBlock tools = detail("1").blocks().getLast();
    assertThat(tools.name()).isEqualTo("tools");
    assertThat(tools.origin()).isEqualTo("otters");
    assertThat(tools.bytes()).isPositive();
    assertThat(detail("1").blocks()).extracting(TraceBlock::name).containsOnlyOnce("tools");
  }

  @Test
  void aSecretAtTheEndOfALongReasonIsHiddenWhole() {
    UnaryOperator<String> hide = text -> text.replace("s3cret", "(secret)");
    kit.sessions.traces().redact(agent -> kit.database.read(_ -> hide));
    kit.say("first");
    Activation turn = kit.lease();
    Recording recording = kit.ask(kit.step(turn, 1));
    recording.failed(new IllegalStateException("x".repeat(1997) + "s3cret"));
    answer(turn, recording, "done");

    assertThat(detail("1").calls().getFirst().error()).doesNotContain("s3c");
  }

  @Test
  void secretsAreHiddenUnlessThePolicySaysOtherwise() {
    UnaryOperator<String> hide = text -> text.replace("s3cret", "(secret)");
    kit.sessions.traces().redact(agent -> kit.database.read(_ -> hide));
    turn("first", "{\"key\":\"s3cret\"}");
    kit.directory.options = Map.of("trace", "full");
    turn("second", "{\"key\":\"s3cret\"}");
    kit.directory.options = Map.of("trace", "sizes");
    turn("third", "{\"key\":\"s3cret\"}");
    kit.directory.options = Map.of("trace", "off");
    turn("fourth", "{\"key\":\"s3cret\"}");

    assertThat(prompt("1").request()).isEqualTo("{\"key\":\"(secret)\"}");
    assertThat(prompt("1").call().text()).isEqualTo(TraceText.REDACTED);
    assertThat(prompt("1").intact()).isTrue();
    assertThat(prompt("1").call().bytes()).isEqualTo(16);
    assertThat(prompt("2").request()).isEqualTo("{\"key\":\"s3cret\"}");
    assertThat(prompt("3").request()).isNull();
    assertThat(prompt("3").call().text()).isEqualTo(TraceText.NONE);
    assertThat(prompt("3").call().hash()).isEqualTo(prompt("1").call().hash());
    assertThat(detail("4").calls()).isEmpty();
  }

  @Test
  void aSecretInTheAnswerAloneIsHiddenToo() {
    UnaryOperator<String> hide = text -> text.replace("s3cret", "(secret)");
    kit.sessions.traces().redact(agent -> kit.database.read(_ -> hide));
    turn("first", "{}", "The key is s3cret.");
    turn("second", "{}", "No.");

    assertThat(prompt("1").call().text()).isEqualTo(TraceText.REDACTED);
    assertThat(prompt("1").answer()).contains("(secret)").doesNotContain("s3cret");
    assertThat(prompt("2").call().text()).isEqualTo(TraceText.EXACT);
  }

  @Test
  void tracesOfAHundredTurnsTakeATenthOfTheirPrompts() {
    Random random = new Random(1);
    String system = words(random, 2000);
    String tools = words(random, 400);
    List<String> messages = new ArrayList<>();
    long sent = 0;
    for (int turn = 1; turn <= TURNS; turn++) {
      messages.add("{\"role\":\"user\",\"content\":\"" + words(random, 20) + "\"}");
      String body =
          "{\"model\":\"large\",\"messages\":[{\"role\":\"system\",\"content\":\"%s\"},%s],\"tools\":[\"%s\"]}"
              .formatted(system, String.join(",", messages), tools);
      messages.add("{\"role\":\"assistant\",\"content\":\"" + words(random, 40) + "\"}");
      sent += body.length();
      turn("m" + turn, body);
      if (turn % 10 == 0) {
        assertThat(prompt(Integer.toString(turn)).request()).isEqualTo(body);
      }
    }
    assertThat(stored()).isLessThan(sent / 10);
  }

  @Test
  void recordingAddsNoCommitToATurn() throws IOException {
    long before = commits();

    turn("first", "{}".repeat(1000));

    assertThat(commits() - before).isEqualTo(3);
    assertThat(detail("1").calls()).hasSize(1);
  }

  @Test
  void aTurnWithOneToolCallTakesFiveCommits() throws IOException {
    long before = commits();

    kit.say("what is here?");
    Activation turn = kit.lease();
    Recording recording = kit.ask(kit.step(turn, 1));
    recording.sent(RequestBody.of("first".getBytes(StandardCharsets.UTF_8)));
    ToolCall call = new ToolCall("c1", "sh", "{}");
    Completion calls = new Completion("", List.of(call), StopReason.TOOL_USE, SessionKit.USAGE);
    recording.answered(calls);
    Answer.Next next = kit.sessions.steps().record(kit.step(turn, 1), "acme/large", calls);
    assertThat(next).isInstanceOf(Answer.Run.class);
    kit.append(turn, SessionKit.result("c1", "README.md"));
    Recording second = kit.ask(kit.step(turn, 2));
    second.sent(RequestBody.of("second".getBytes(StandardCharsets.UTF_8)));
    Completion done = new Completion("done", List.of(), StopReason.END_TURN, SessionKit.USAGE);
    second.answered(done);
    next = kit.sessions.steps().record(kit.step(turn, 2), "acme/large", done);

    assertThat(next).isInstanceOf(Answer.Over.class);
    assertThat(commits() - before).isEqualTo(5);
    assertThat(detail("1").calls()).hasSize(2);
  }

  private long commits() throws IOException {
    return Commits.count(folder.resolve("daemon.db"));
  }

  @Test
  void theTextsOfARemovedSessionAreDeleted() {
    turn("first", "a prompt".repeat(1000));
    kit.sessions.removal().remove(kit.agent, kit.session, false);
    kit.advance(Duration.ofMinutes(1));

    assertThat(rows("traces")).isZero();
    assertThat(rows("trace_chunks")).isZero();
    assertThat(kit.database.<Long>read(rows -> rows.number("SELECT bytes AS n FROM trace_size")))
        .isZero();
  }

  @Test
  void tracesThatAreTooOldAreDeletedAndTheTextsThatOthersUseStay() {
    turn("first", "shared".repeat(1000));
    kit.advance(Duration.ofDays(29));
    turn("second", "shared".repeat(1000));
    kit.advance(Duration.ofDays(2));

    assertThat(detail("1").calls()).isEmpty();
    assertThat(prompt("2").request()).isEqualTo("shared".repeat(1000));
  }

  @Test
  void theOldestTracesGoFirstWhenAllAreTooLarge() {
    kit.close();
    kit = new SessionKit(folder, new TraceSettings(Optional.empty(), 100_000, Duration.ofDays(30)));
    Random random = new Random(1);
    for (int turn = 1; turn <= 40; turn++) {
      turn("m" + turn, words(random, 2000));
      kit.advance(Duration.ofSeconds(1));
    }

    assertThat(kit.database.<Long>read(rows -> rows.number("SELECT bytes AS n FROM trace_size")))
        .isLessThanOrEqualTo(100_000);
    assertThat(detail("1").calls()).isEmpty();
    assertThat(prompt("40").intact()).isTrue();
  }

  @Test
  void aStartDoesNotWaitUntilTooManyTracesAreDeleted() {
    Random random = new Random(1);
    for (int turn = 1; turn <= 10; turn++) {
      turn("m" + turn, words(random, 2000));
    }
    kit.close();
    kit = new SessionKit(folder, new TraceSettings(Optional.empty(), 10_000, Duration.ofDays(30)));

    assertThat(rows("traces")).isEqualTo(10);
    kit.advance(Duration.ofSeconds(1));
    assertThat(rows("traces")).isLessThan(10);
  }

  private long rows(String table) {
    return kit.database.read(rows -> rows.number("SELECT count(*) AS n FROM " + table));
  }

  private static String words(Random random, int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(Integer.toString(random.nextInt(20_000), 36)).append(' ');
    }
    return words.toString();
  }

  private void damage(String change) {
    kit.database.update(tx -> tx.execute(change));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM trace_chunks WHERE id = 2",
        "UPDATE trace_chunks SET body = x'01ff'",
        "UPDATE trace_chunks SET body = x''",
        "UPDATE traces SET request = x'00'",
        "UPDATE traces SET request = x'ffffffffffffffffff01ffffffffffffffff7f'",
        "UPDATE traces SET request = x'020000'",
        "UPDATE traces SET answer = x'01ff'",
      })
  void aDamagedTraceIsSaidToBeAndDoesNotStopTheOthers(String change) {
    Random random = new Random(1);
    turn("first", words(random, 2000));
    damage(change);

    assertThat(prompt("1").intact()).isFalse();

    kit.advance(Duration.ofDays(20));
    turn("second", words(random, 2000));
    kit.sessions.traces().clean();
    assertThat(prompt("2").intact()).isTrue();
    kit.advance(Duration.ofDays(40));
    assertThat(rows("traces")).isZero();
    assertThat(rows("trace_chunks")).isZero();
  }
}
