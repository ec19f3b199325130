package dev.otters.sessions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.protocol.CrashPoint;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.HeadTail;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.custom.CustomCall;
import dev.otters.sessions.custom.CustomCallRows;
import dev.otters.sessions.custom.CustomCallState;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog.Draft;
import dev.otters.sessions.log.Page;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.running.Step;
import dev.otters.sessions.schema.AnswerSchema;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The calls of the tools that clients run. A call waits in the database until the client sends its
 * result, for days and restarts. Thread-safe.
 */
public final class CustomCalls {
  /** The longest result in characters. */
  public static final int MAX_TEXT = 1024 * 1024;

  /** The limit on the result that the model sees, in bytes. */
  private static final int SHOWN_BYTES = 64 * 1024;

  private static final String NOTE = "[… %d bytes left out …]";

  private final Ledger ledger;
  private final Settlement settlement;
  private final AgentDirectory directory;

  CustomCalls(Ledger ledger, Settlement settlement, AgentDirectory directory) {
    this.ledger = ledger;
    this.settlement = settlement;
    this.directory = directory;
  }

  /**
   * A call of the model, compared with the schema of the client's tool.
   *
   * @param isClients whether it calls a client's tool
   * @param problem what is wrong with its input; empty for nothing
   */
  record Checked(ToolCall call, boolean isClients, Optional<String> problem) {
    /**
     * Compares a call.
     *
     * @param tools the schemas of the client's tools, by name
     */
    static Checked of(ToolCall call, Map<String, String> tools) {
      Optional<String> schema = Optional.ofNullable(tools.get(call.name()));
      return new Checked(
          call,
          schema.isPresent(),
          schema.flatMap(it -> AnswerSchema.problem(it, call.argumentsJson())));
    }
  }

  /**
   * Stores a call, within the transaction that stores the calls of its step. A call with a wrong
   * input is answered at once, and the client does not learn of it.
   */
  void request(Tx tx, ActivationRow turn, Step step, Checked checked) {
    ToolCall call = checked.call();
    Map<String, Object> body = new TreeMap<>();
    body.put("call", call.id());
    body.put("name", call.name());
    body.put("step", step.number());
    body.put("raw", call.argumentsJson());
    if (checked.problem().isEmpty()) {
      body.put("id", CustomCallRows.add(tx, turn, step.number(), call, ledger.time().now()));
    }
    append(tx, turn, step.eventId("call." + call.id()), EventType.CUSTOM_TOOL_USE, Bodies.of(body));
    checked
        .problem()
        .map(why -> "the input does not match the schema of the tool: " + why)
        .map(why -> Bodies.of(EventBody.ToolResult.failed(call, why)))
        .ifPresent(
            result ->
                append(
                    tx, turn, step.eventId("result." + call.id()), EventType.TOOL_RESULT, result));
  }

  private void append(Tx tx, ActivationRow turn, String id, EventType type, String body) {
    Draft draft = new Draft(Optional.of(id), type, Optional.of(turn), body);
    ledger.log().append(tx, turn.session(), draft);
  }

  /** Returns a page of the calls that wait for their clients, oldest first. */
  public Page<CustomCall> open(Page.Place place) {
    return ledger.database().read(rows -> CustomCallRows.open(rows, place));
  }

  /**
   * Stores the result of a call, without secrets. Its turn goes on when all calls have their
   * results. Repeating a result changes nothing.
   *
   * @param id the id of the call
   * @param text what the model reads, of which it sees the beginning and the end if it is long
   * @param isError whether the call failed
   * @throws SessionException with {@code NOT_FOUND}, {@code NO_APPROVAL}, {@code DECIDED} or {@code
   *     INVALID}
   */
  public void answer(UUID agent, SessionId session, String id, String text, boolean isError) {
    if (text.length() > MAX_TEXT) {
      throw SessionException.invalid("a result must have at most " + MAX_TEXT + " characters");
    }
    String shown = shown(directory.redactor(agent).apply(text));
    CrashPoint.at("custom-result-received");
    ledger.database().add(tx -> answer(tx, find(tx, agent, session, id), shown, isError));
    CrashPoint.at("custom-result-stored");
  }

  private static String shown(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    HeadTail kept = new HeadTail(SHOWN_BYTES);
    kept.add(bytes, bytes.length);
    return kept.shown(SHOWN_BYTES, NOTE);
  }

  private CustomCall find(Rows rows, UUID agent, SessionId session, String id) {
    long key = ledger.key(rows, agent, session);
    return CustomCall.key(id)
        .flatMap(call -> CustomCallRows.find(rows, call))
        .filter(call -> call.place().session() == key)
        .orElseThrow(() -> SessionException.noCustomCall(session, id));
  }

  private boolean answer(Tx tx, CustomCall call, String text, boolean isError) {
    CustomCall.Place place = call.place();
    Step step = new Step(place.agent(), place.activation(), call.fence(), call.step());
    Map<String, Object> body =
        Map.of(
            "id",
            call.id(),
            "call",
            call.call().id(),
            "name",
            call.call().name(),
            "text",
            text,
            "isError",
            isError);
    String result = Bodies.of(body);
    boolean waits = call.state() == CustomCallState.PENDING;
    if (waits) {
      ActivationRow turn =
          ledger.activations().find(tx, place.agent(), place.activation()).orElseThrow();
      CustomCallRows.move(tx, call, CustomCallState.ANSWERED);
      settlement.answer(tx, turn, step, call.call().id(), EventType.CUSTOM_TOOL_RESULT, result);
    } else if (!isSame(tx, place.session(), step.eventId("result." + call.call().id()), result)) {
      throw SessionException.answered(call.id(), call.state().wireName().replace('_', ' '));
    }
    return waits;
  }

  private boolean isSame(Rows rows, long session, String event, String result) {
    return ledger.log().body(rows, session, event).filter(result::equals).isPresent();
  }
}
