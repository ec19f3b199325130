package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Held;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.conversation.Memory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plays random turns with parallel calls, summaries, crashes and restarts, and looks at each
 * request. The seed of a failing history is in its name.
 */
class MemoryHistoryTest {
  private static final String MODEL = "scripted/guide";
  private static final int TURNS = 40;
  private static final List<String> LETTERS = List.of("x", "文", "\n", "\"", "🦦");

  @TempDir Path folder;
  private Random random = new Random(0);
  private SessionKit kit;
  private OptionalInt context = OptionalInt.empty();
  private int messages;
  private String newest = "";

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void everyRequestIsWholeWithinItsLimitAndTheSameAfterARestart(long seed) {
    random = new Random(seed);
    context = OptionalInt.of(3000 + random.nextInt(12_000));
    try (SessionKit opened = new SessionKit(folder)) {
      kit = opened;
      kit.turns().measure(model -> context);
      kit.directory.memory =
          new Memory(
              seed % 3 > 0,
              random.nextBoolean() ? 0 : 10 + random.nextInt(50),
              random.nextBoolean() ? 0 : 3000 + random.nextInt(3000));
      for (int turn = 0; turn < TURNS; turn++) {
        say();
        turn(kit.lease());
      }
      LogAudit.check(kit.database);
      LogAudit.allAnswered(kit.database);
      assertThat(count(EventType.USER_MESSAGE)).isEqualTo(messages);
      assertThat(count(EventType.COMPACTED) > 0).isEqualTo(seed % 3 > 0);
    }
  }

  private long count(EventType type) {
    return kit.database.read(
        rows -> rows.number("SELECT count(*) AS n FROM events WHERE type = ?", type.toString()));
  }

  private void say() {
    int more = 1 + random.nextInt(3);
    for (int message = 0; message < more; message++) {
      newest = "message " + ++messages + " ";
      kit.say(newest + text());
    }
  }

  private String text() {
    String letter = LETTERS.get(random.nextInt(LETTERS.size()));
    return letter.repeat(random.nextInt(random.nextInt(5) == 0 ? 10_000 : 300));
  }

  /** Plays the attempts of a turn until it ends. */
  private void turn(Activation first) {
    Activation turn = first;
    int step = 1;
    while (true) {
      switch (kit.sessions.steps().open(kit.step(turn, step), Long.MAX_VALUE)) {
        case State.Known(Answer.Next next) -> {
          assertThat(next).isInstanceOf(Answer.Over.class);
          return;
        }
        case State.Summarize due -> summarize(turn, due);
        case State.Large large -> fail("there is no limit: " + large);
        case State.Ask ask -> {
          check(ask);
          sameAfterRestart(turn, step, ask);
          if (step > 5 || random.nextInt(3) == 0) {
            kit.answer(turn, step, "answer to " + newest);
            return;
          }
          boolean crashed = call(turn, step++);
          if (crashed) {
            kit.lose();
            turn = kit.lease();
            step = 1;
          }
        }
      }
    }
  }

  private void summarize(Activation turn, State.Summarize due) {
    assertThat(due.messages()).hasSize(2);
    assertThat(RequestLimitTest.size(due.messages()))
        .isLessThanOrEqualTo(due.context().window().request());
    Compaction compaction = kit.sessions.steps().compaction();
    if (random.nextInt(4) > 0) {
      Completion summary =
          new Completion("summary " + text(), List.of(), StopReason.END_TURN, SessionKit.USAGE);
      compaction.record(kit.step(turn, 1), MODEL, summary);
    } else {
      compaction.failed(kit.step(turn, 1), MODEL, Usage.NONE, random.nextBoolean());
    }
  }

  /** Lets the model call tools. Returns whether the runtime died before all results came. */
  private boolean call(Activation turn, int step) {
    List<ToolCall> calls = new ArrayList<>();
    for (int call = 0; call <= random.nextInt(4); call++) {
      calls.add(SessionKit.use("c" + call, step, text()).toToolCall());
    }
    Completion completion = new Completion(text(), calls, StopReason.TOOL_USE, SessionKit.USAGE);
    assertThat(kit.sessions.steps().record(kit.step(turn, step), MODEL, completion))
        .isEqualTo(new Answer.Run(calls));
    Collections.shuffle(calls, random);
    int results = random.nextInt(6) == 0 ? random.nextInt(calls.size()) : calls.size();
    for (ToolCall call : calls.subList(0, results)) {
      kit.sessions
          .reports()
          .result(
              kit.step(turn, step), SessionKit.result(call.id(), text()), UnaryOperator.identity());
    }
    return results < calls.size();
  }

  private void check(State.Ask ask) {
    List<ChatMessage> conversation = ask.messages().subList(1, ask.messages().size());
    assertThat(RequestLimitTest.size(conversation))
        .isLessThanOrEqualTo(ask.context().window().request());
    assertThat(conversation).anyMatch(message -> message.toString().contains("text=" + newest));
    List<ToolCall> open = new ArrayList<>();
    for (ChatMessage message : conversation) {
      if (message instanceof ChatMessage.ToolResult result) {
        assertThat(open).isNotEmpty();
        assertThat(result.callId()).isEqualTo(open.removeFirst().id());
      } else {
        assertThat(open).as("calls without a result").isEmpty();
      }
      if (message instanceof ChatMessage.Assistant said) {
        open.addAll(said.toolCalls());
      }
    }
    assertThat(open).as("calls without a result").isEmpty();
    boolean summarized = count(EventType.COMPACTED) > 0;
    assertThat(IntStream.range(0, conversation.size()))
        .filteredOn(at -> conversation.get(at).toString().contains("are a summary of the"))
        .hasSize(summarized ? 1 : 0);
  }

  private void sameAfterRestart(Activation turn, int step, State.Ask before) {
    if (random.nextInt(4) == 0) {
      kit.restart(Set.of(kit.agent));
      kit.turns().measure(model -> context);
      kit.connect(new Held(turn.id(), turn.fence()));
    }
    State.Ask after = (State.Ask) kit.sessions.steps().open(kit.step(turn, step), Long.MAX_VALUE);
    assertThat(after.messages()).isEqualTo(before.messages());
    assertThat(after.context()).isEqualTo(before.context());
  }
}
