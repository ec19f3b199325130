package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.home.time.ManualTime;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Held;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.Transcripts;
import dev.otters.sessions.conversation.TurnContext;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationRows;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionView;
import dev.otters.sessions.running.Step;
import dev.otters.sessions.trace.Recording;
import dev.otters.sessions.trace.TraceSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * A daemon's sessions on a real file, with one agent, its runtime played by the test, and a clock
 * moved by hand.
 */
final class SessionKit implements AutoCloseable {
  static final Usage USAGE = new Usage(10, 3);

  final UUID agent = UUID.randomUUID();
  final SessionId session = new SessionId("cli:chat:1");
  final ManualTime time = new ManualTime();
  final FakeDirectory directory = new FakeDirectory();
  private final Path file;
  private final TraceSettings traces;
  private int messages;
  private int connections;
  String owner = "";
  private final Map<String, Integer> stepOfCall = new HashMap<>();
  Database database;
  Sessions sessions;

  SessionKit(Path folder) {
    this(folder, TraceSettings.DEFAULTS);
  }

  SessionKit(Path folder, TraceSettings traces) {
    this.traces = traces;
    file = folder.resolve("daemon.db");
    open();
    sessions.boot(Set.of());
    connect();
  }

  /** Makes a kit whose session has one message. */
  static SessionKit with(Path folder, String message) {
    SessionKit kit = new SessionKit(folder);
    kit.say(message);
    return kit;
  }

  private void open() {
    database = Database.open(file);
    sessions = new Sessions(database, directory, time, new Random(7), traces);
  }

  /** Ends the daemon without any farewell to sessions and starts the next one. */
  void restart(Set<UUID> alive) {
    database.close();
    time.forgetTasks();
    open();
    sessions.boot(alive);
  }

  SessionService service() {
    return sessions.service();
  }

  TurnService turns() {
    return sessions.turns();
  }

  List<String> connect(Held... held) {
    owner = "connection " + ++connections;
    return turns().connect(agent, owner, List.of(held));
  }

  long say(String text) {
    return say(session, text);
  }

  long say(SessionId to, String text) {
    return service().appendUserMessage(agent, to, "m" + ++messages, text, tx -> {});
  }

  /** Fails to append a message, for a reason. */
  void refuse(RuntimeException reason) {
    service()
        .appendUserMessage(
            agent,
            session,
            "refused",
            "Hello",
            tx -> {
              throw reason;
            });
  }

  Optional<Activation> tryLease() {
    return sessions.leasing().tryLease(agent, owner);
  }

  Activation lease() {
    return tryLease().orElseThrow();
  }

  /** Leases the turn of a session for the sandbox that has the session. */
  Activation lease(SessionId of) {
    UUID sandbox = database.read(rows -> OwnSandboxes.of(rows, agent, of));
    if (sandbox.equals(agent)) {
      return lease();
    }
    directory.owners.put(sandbox, agent);
    List<String> _ = turns().connect(sandbox, owner, List.of());
    return sessions.leasing().tryLease(sandbox, owner).orElseThrow();
  }

  void append(Activation turn, EventBody... bodies) {
    for (EventBody body : bodies) {
      turns().append(agent, turn.id(), turn.fence(), List.of(new Event(id(turn, body), body)));
    }
  }

  /** Returns the id of an event as steps name it. */
  private String id(Activation turn, EventBody body) {
    return switch (body) {
      case EventBody.Thinking _, EventBody.AgentMessage _ -> UUID.randomUUID().toString();
      case EventBody.ToolUse use -> {
        stepOfCall.put(use.call(), use.step());
        yield step(turn, use.step()).eventId("call." + use.call());
      }
      case EventBody.ToolResult result ->
          step(turn, stepOfCall.getOrDefault(result.call(), 0)).eventId("result." + result.call());
    };
  }

  void ack(Activation turn, Outcome outcome) {
    turns().ack(agent, turn.id(), turn.fence(), outcome);
  }

  void answer(Activation turn, String text) {
    answer(turn, 1, text);
  }

  void answer(Activation turn, int step, String text) {
    Completion completion = new Completion(text, List.of(), StopReason.END_TURN, USAGE);
    Answer.Next unused = sessions.steps().record(step(turn, step), "scripted/guide", completion);
  }

  void fail(Activation turn, Outcome.ErrorKind kind) {
    ack(turn, new Outcome.Failed(kind, "it broke"));
  }

  void advance(Duration step) {
    time.advance(step);
  }

  SessionView view() {
    return service().find(agent, session).orElseThrow();
  }

  List<SessionEvent> events() {
    return service().events(agent, session, 0, 10_000);
  }

  List<String> types() {
    return events().stream().map(event -> event.type().toString()).toList();
  }

  List<SessionEvent> events(EventType type) {
    return events().stream().filter(event -> event.type() == type).toList();
  }

  /** Returns the conversation that the model would see now. */
  Transcripts.Transcript conversation(Activation turn) {
    return database.read(
        rows ->
            Transcripts.of(
                rows, row(rows, turn).session(), turn.id(), turn.fence(), window(rows, turn)));
  }

  /** Returns the recovery note of an attempt. */
  String note(Activation turn) {
    return database.read(rows -> window(rows, turn).note());
  }

  private TurnContext.Window window(Rows rows, Activation turn) {
    return Contexts.load(rows, row(rows, turn)).context().window();
  }

  private ActivationRow row(Rows rows, Activation turn) {
    return new ActivationRows(time).find(rows, agent, turn.id()).orElseThrow();
  }

  Step step(Activation turn, int number) {
    return new Step(agent, turn.id(), turn.fence(), number);
  }

  /** Begins the next completion and returns the stream of its text. */
  CompletionStream completion(Activation turn) {
    int next = conversation(turn).last().number() + 1;
    return ((TurnSteps.State.Ask) sessions.steps().open(step(turn, next), Long.MAX_VALUE)).stream();
  }

  /** Begins a step whose request is recorded. */
  Recording ask(Step step) {
    Recording recording =
        ((TurnSteps.State.Ask) sessions.steps().open(step, Long.MAX_VALUE)).recording();
    List<ChatMessage> messages = List.of(new ChatMessage.User("hello"));
    recording.asked("acme", new CompletionRequest("large", messages, List.of(), Map.of()));
    return recording;
  }

  static EventBody.ToolUse use(String call, int step, String... args) {
    String input = new ToolInput(List.of(args), "").toJson();
    return EventBody.ToolUse.of(new ToolCall(call, "sh", input), step);
  }

  static EventBody.ToolResult result(String call, String stdout) {
    return new EventBody.ToolResult(
        call, "sh", 0, stdout, "", 5, false, Optional.empty(), false, Optional.empty());
  }

  @Override
  public void close() {
    sessions.close();
    database.close();
  }

  static void assertStale(ThrowingCallable call) {
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.STALE_FENCE));
  }

  void heartbeat(Activation turn) {
    turns().heartbeat(agent, turn.id(), turn.fence());
  }

  /** Lets the lease expire and the sandbox be killed for it. */
  void lose() {
    advance(Duration.ofSeconds(31));
    turns().runtimeExited(agent, RuntimeExit.UNRESPONSIVE);
    advance(Backoff.CAP);
    connect();
  }
}
