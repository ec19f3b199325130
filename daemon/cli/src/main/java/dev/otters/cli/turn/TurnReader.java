package dev.otters.cli.turn;

import dev.otters.api.ErrorCode;
import dev.otters.api.EventTypes;
import dev.otters.api.Problem;
import dev.otters.api.SessionEvent;
import dev.otters.cli.client.SessionFollower;
import dev.otters.cli.console.Times;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Follows the stream of a session until the turn that answers one message is over. Text is shown
 * once, however often the stream is interrupted: durable messages and snapshots only add what was
 * not shown yet.
 */
public final class TurnReader implements SessionFollower.Listener {
  private final String session;
  private final String message;
  private final TurnDisplay display;
  private final StringBuilder shown = new StringBuilder();
  private final Map<String, ToolCall> calls = new LinkedHashMap<>();
  private String answer = "";
  private @Nullable String turn;
  private @Nullable SessionEvent failure;
  private @Nullable TurnResult result;

  /**
   * Makes a reader.
   *
   * @param message the id of the event whose answer is waited for
   */
  public TurnReader(String session, String message, TurnDisplay display) {
    this.session = session;
    this.message = message;
    this.display = display;
  }

  /** Returns what came out, once {@link #finished}. */
  public TurnResult result() {
    return Objects.requireNonNull(result, "the turn is not over");
  }

  /** Returns what came out of a turn whose end was not waited for. */
  public TurnResult interrupted() {
    return result != null ? result : end(EventTypes.INTERRUPTED, Map.of(), null);
  }

  @Override
  public boolean finished() {
    return result != null;
  }

  @Override
  public void event(SessionEvent event) {
    if (event.type().equals(EventTypes.TURN_STARTED)) {
      started(event);
    } else if (turn != null && turn.equals(event.turn())) {
      within(event);
    }
  }

  @Override
  public void delta(String text) {
    if (turn != null) {
      show(text);
    }
  }

  @Override
  public void snapshot(String text) {
    if (turn != null) {
      catchUp(text);
    }
  }

  @Override
  public void restarted() {
    if (turn != null) {
      restart();
    }
  }

  @Override
  public void lost(String why) {
    display.note(why);
  }

  private void started(SessionEvent event) {
    boolean again = turn != null && turn.equals(event.turn());
    if (again || (event.body().get("messages") instanceof List<?> ids && ids.contains(message))) {
      turn = event.turn();
      restart();
    }
  }

  private void within(SessionEvent event) {
    switch (event.type()) {
      case EventTypes.AGENT_MESSAGE -> message(event);
      case EventTypes.TOOL_USE -> use(event);
      case EventTypes.TOOL_RESULT -> toolResult(event);
      case EventTypes.ERROR -> error(event);
      case EventTypes.TURN_FINISHED -> finish(event);
      default -> {}
    }
  }

  private void message(SessionEvent event) {
    String text = event.text("text");
    catchUp(text);
    display.endOfText();
    shown.setLength(0);
    if (!event.flag("partial")) {
      answer = text;
    }
  }

  private void use(SessionEvent event) {
    endText();
    ToolCall call = ToolCall.started(event);
    calls.put(call.call(), call);
    display.toolStarted(call);
  }

  private void toolResult(SessionEvent event) {
    ToolCall call =
        calls.computeIfPresent(event.text("call"), (id, known) -> known.finished(event));
    if (call != null) {
      display.toolFinished(call);
    }
  }

  private void finish(SessionEvent event) {
    String outcome = event.text("outcome");
    if (answer.isEmpty()) {
      answer = shown.toString();
    }
    endText();
    Problem problem = outcome.equals(EventTypes.FAILED) ? problem(event) : null;
    Map<String, @Nullable Object> usage = new LinkedHashMap<>();
    if (event.body().get("usage") instanceof Map<?, ?> counts) {
      counts.forEach((name, count) -> usage.put(String.valueOf(name), count));
    }
    result = end(outcome, usage, problem);
  }

  private TurnResult end(
      String outcome, Map<String, @Nullable Object> usage, @Nullable Problem problem) {
    String text = answer.isEmpty() ? shown.toString() : answer;
    return new TurnResult(
        text, session, turn, outcome, usage, List.copyOf(calls.values()), problem);
  }

  /** Remembers why the turn failed; of a failure that is tried again, tells at once. */
  private void error(SessionEvent event) {
    failure = event;
    if (event.body().get("retryInMillis") instanceof Number millis) {
      String when = Times.took(Duration.ofMillis(millis.longValue()));
      display.note(event.text("message") + "; it is tried again in " + when);
    }
  }

  private Problem problem(SessionEvent finished) {
    SessionEvent why = failure == null ? finished : failure;
    ErrorCode code =
        switch (why.text("kind")) {
          case "transient" -> ErrorCode.MODEL_TRANSIENT;
          case "permanent" -> ErrorCode.MODEL_PERMANENT;
          default -> ErrorCode.TURN_FAILED;
        };
    String message = why.text("message");
    return Problem.of(
        code,
        message.isEmpty() ? "the turn failed" : message,
        "Your message stays in session " + session + "; see also: otters logs AGENT");
  }

  private void catchUp(String text) {
    String known = shown.toString();
    if (text.startsWith(known)) {
      show(text.substring(known.length()));
    } else if (!known.startsWith(text)) {
      restart();
      show(text);
    }
  }

  private void show(String text) {
    if (!text.isEmpty()) {
      shown.append(text);
      display.text(text);
    }
  }

  private void restart() {
    if (!shown.isEmpty()) {
      shown.setLength(0);
      display.restarted();
    }
  }

  private void endText() {
    if (!shown.isEmpty()) {
      shown.setLength(0);
      display.endOfText();
    }
  }
}
