package dev.otters.cli.turn;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.session.EventType;
import dev.otters.api.session.FailureKind;
import dev.otters.api.session.SessionEvent;
import dev.otters.api.session.TurnOutcome;
import dev.otters.cli.console.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the stream of a session until the turn that answers one message ends. Text is shown once,
 * even when the stream is interrupted: durable messages and snapshots add only the missing part.
 */
public final class TurnReader implements EventReader {
  private final String agent;
  private final String session;
  private final String message;
  private final TurnDisplay display;
  private final BiConsumer<String, ToolCall> asked;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder shown = new StringBuilder();
  private final Map<String, ToolCall> calls = new LinkedHashMap<>();

  /** The ids of the calls that wait for the client, by the names that the model gave them. */
  private final Map<String, String> customs = new LinkedHashMap<>();

  /** The calls that wait for the operator or run then. */
  private final Set<String> gated = new HashSet<>();

  private boolean paused;
  private String answer = "";
  private String noted = "";
  private @Nullable String turn;
  private @Nullable SessionEvent failure;
  private @Nullable TurnResult result;

  /**
   * Creates a reader.
   *
   * @param agent the name of the agent, for remedies
   * @param message the id of the event to be answered
   * @param asked receives the approvals that are requested, by their ids
   */
  public TurnReader(
      String agent,
      String session,
      String message,
      TurnDisplay display,
      BiConsumer<String, ToolCall> asked) {
    this.asked = asked;
    this.agent = agent;
    this.session = session;
    this.message = message;
    this.display = display;
  }

  /** Returns the result, once {@link #finished}. */
  public TurnResult result() {
    return Objects.requireNonNull(result, "the turn is not over");
  }

  @Override
  public boolean finished() {
    return result != null;
  }

  @Override
  public void event(SessionEvent event) {
    EventType type = event.type();
    if (type == null) {
      return;
    }
    switch (type) {
      case TURN_STARTED -> started(event);
      case AGENT_MESSAGE -> within(event, this::message);
      case REJECTED -> within(event, this::rejected);
      case TOOL_USE -> within(event, this::use);
      case CUSTOM_TOOL_USE -> within(event, this::customUse);
      case TOOL_RESULT, CUSTOM_TOOL_RESULT -> within(event, this::toolResult);
      case STATUS_CHANGED -> status(event);
      case ERROR -> within(event, this::error);
      case TURN_FINISHED -> within(event, this::finish);
      case APPROVAL_REQUESTED -> within(event, this::asked);
      case THINKING,
          PROPOSED,
          USER_MESSAGE,
          USER_INTERRUPT,
          USER_DEFINE_OUTCOME,
          USER_OUTCOME_VERDICT,
          USER_OUTCOME_OVERRIDE,
          WAKE_SCHEDULED,
          WAKE_CANCELLED,
          WAKE_FIRED,
          APPROVAL_GRANTED,
          APPROVAL_DENIED,
          APPROVAL_EXPIRED,
          COMPACTED -> {}
    }
  }

  @Override
  public void delta(String piece) {
    if (turn != null) {
      text.append(piece);
      show();
    }
  }

  @Override
  public void snapshot(String whole) {
    if (turn != null) {
      set(whole);
    }
  }

  @Override
  public void waiting(String what) {
    if (turn == null) {
      remark(what);
    }
  }

  @Override
  public void note(String remark) {
    if (turn != null) {
      remark(remark);
    }
  }

  /** Shows a remark, once even if it is repeated after a lost connection. */
  private void remark(String remark) {
    if (!remark.equals(noted)) {
      noted = remark;
      display.note(remark);
    }
  }

  /**
   * Discards the text, which starts again or continues with a snapshot, but not what was shown: the
   * repeated answer is often the same.
   */
  @Override
  public void restarted() {
    text.setLength(0);
  }

  @Override
  public void lost(String why) {
    display.note(why);
  }

  private void started(SessionEvent event) {
    boolean again = turn != null && turn.equals(event.turn());
    if (again || (event.body().get("messages") instanceof List<?> ids && ids.contains(message))) {
      turn = event.turn();
      text.setLength(0);
    }
  }

  private void within(SessionEvent event, Consumer<SessionEvent> read) {
    if (turn != null && turn.equals(event.turn())) {
      read.accept(event);
    }
  }

  private void message(SessionEvent event) {
    String whole = event.text("text");
    set(whole);
    if (shown.length() > whole.length()) {
      again();
    }
    endText();
    if (!event.flag("partial")) {
      answer = whole;
    }
  }

  private void rejected(SessionEvent event) {
    endText();
    display.note("the answer does not match the schema: " + event.text("mismatch"));
  }

  private void use(SessionEvent event) {
    endText();
    ToolCall call = ToolCall.started(event);
    calls.put(call.call(), call);
    display.toolStarted(call);
  }

  private void customUse(SessionEvent event) {
    use(event);
    if (!event.text("id").isEmpty()) {
      customs.put(event.text("call"), event.text("id"));
    }
  }

  private void status(SessionEvent event) {
    if (event.text("to").equals("terminated")) {
      Problem problem =
          Problem.of(
              ErrorCode.SESSION_EXPIRED,
              "session " + session + " has ended: " + event.text("reason"),
              "Send the message to another session.");
      result = result == null ? ended(problem) : result;
    } else {
      within(event, this::paused);
    }
  }

  private void paused(SessionEvent event) {
    paused = event.text("to").equals("requires_action");
    stopWaiting();
  }

  /** Ends the reading of a paused turn for which only the client's program can do something. */
  private void stopWaiting() {
    if (paused && !customs.isEmpty() && gated.isEmpty()) {
      List<String> waiting = new ArrayList<>();
      customs.forEach((call, id) -> waiting.add(id + " " + named(call)));
      Problem problem =
          Problem.of(
              ErrorCode.ACTION_REQUIRED,
              "the turn waits for your program to run " + String.join(", ", waiting),
              "Send each result with 'otters session custom-result %s %s ID TEXT'. The agent then goes on; see 'otters session transcript'."
                  .formatted(agent, session));
      result = ended(problem);
    }
  }

  /** Returns the result of a turn whose end is not in the log. */
  private TurnResult ended(Problem problem) {
    return new TurnResult(
        answer, session, turn, null, Map.of(), List.copyOf(calls.values()), problem);
  }

  private String named(String call) {
    ToolCall known = calls.get(call);
    return known == null ? call : known.commandLine();
  }

  private void asked(SessionEvent event) {
    ToolCall call = calls.get(event.text("call"));
    gated.add(event.text("call"));
    if (call != null) {
      asked.accept(event.text("approval"), call);
    }
  }

  private void toolResult(SessionEvent event) {
    ToolCall call = calls.computeIfPresent(event.text("call"), (_, known) -> known.finished(event));
    if (call != null) {
      display.toolFinished(call);
    }
    customs.remove(event.text("call"));
    gated.remove(event.text("call"));
    stopWaiting();
  }

  private void finish(SessionEvent event) {
    TurnOutcome outcome = TurnOutcome.named(event.text("outcome")).orElse(TurnOutcome.FAILED);
    if (answer.isEmpty()) {
      answer = text.toString();
    }
    endText();
    Problem problem = outcome == TurnOutcome.FAILED ? problem(event) : null;
    Map<String, @Nullable Object> usage = new LinkedHashMap<>();
    if (event.body().get("usage") instanceof Map<?, ?> counts) {
      counts.forEach((name, count) -> usage.put(String.valueOf(name), count));
    }
    result = end(outcome, usage, problem);
  }

  private TurnResult end(
      TurnOutcome outcome, Map<String, @Nullable Object> usage, @Nullable Problem problem) {
    return new TurnResult(
        answer, session, turn, outcome, usage, List.copyOf(calls.values()), problem);
  }

  /** Remembers why the turn failed. Reports a failure at once if the turn is retried. */
  private void error(SessionEvent event) {
    failure = event;
    if (event.body().get("retryInMillis") instanceof Number millis) {
      String when = Times.took(Duration.ofMillis(millis.longValue()));
      display.note(event.text("message") + "; retrying in " + when);
    }
  }

  private Problem problem(SessionEvent finished) {
    SessionEvent why = failure == null ? finished : failure;
    ErrorCode code =
        switch (FailureKind.named(why.text("kind"))) {
          case PERMANENT -> ErrorCode.MODEL_PERMANENT;
          case TRANSIENT, UNKNOWN -> ErrorCode.TURN_FAILED;
        };
    String message = why.text("message");
    return Problem.of(
        code,
        message.isEmpty() ? "the turn failed" : message,
        "See 'otters logs " + agent + "'. Your message stays in session " + session + ".");
  }

  /**
   * Shows the part of the text that was not shown yet. If the text differs, restarts the display.
   */
  private void show() {
    if (text.indexOf(shown.toString()) == 0) {
      String more = text.substring(shown.length());
      if (!more.isEmpty()) {
        shown.append(more);
        display.text(more);
      }
    } else if (shown.indexOf(text.toString()) != 0) {
      again();
    }
  }

  private void again() {
    display.restarted();
    shown.setLength(0);
    show();
  }

  private void set(String whole) {
    text.setLength(0);
    text.append(whole);
    show();
  }

  private void endText() {
    if (!shown.isEmpty()) {
      display.endOfText();
    }
    shown.setLength(0);
    text.setLength(0);
  }
}
