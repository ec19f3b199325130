package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.EventType;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.audit.AuditLog;
import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import dev.otters.home.token.SigningKey;
import dev.otters.home.token.Tokens;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.PlayedProvider;
import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.Providers;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Held;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.WireError.Code;
import dev.otters.sessions.FakeDirectory;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A daemon as far as runtimes see it, on real sockets, with a model played by the test. */
final class WireKit implements AutoCloseable {
  static final Usage USAGE = new Usage(5, 2);

  final UUID agent = UUID.randomUUID();
  final SessionId session = new SessionId("s");
  final FakeDirectory directory = new FakeDirectory();
  final Model model = new Model();

  final Path socketFolder;
  private final Path folder;
  private final List<RuntimeClient> clients = new ArrayList<>();
  ManualTime time = new ManualTime();
  Database database;
  Sessions sessions;
  private final List<Provider> others;
  Tokens tokens;
  AuditLog audit;
  WireServer wire;
  private ModelGateway gateway;

  /**
   * Says "one ", waits to be let go, says "two"; or fails. Begins when the runtime asks for a step,
   * so that a test can first say what it answers.
   */
  static final class Model extends PlayedProvider {
    /** Lets one request begin; those of an earlier daemon wait for another one. */
    private volatile Semaphore wanted = new Semaphore(0);

    private final Set<Call.Complete> steps = ConcurrentHashMap.newKeySet();

    /** Whether it begins when the daemon asks. */
    volatile boolean eager;

    volatile CountDownLatch go = new CountDownLatch(0);
    volatile Optional<ModelException> failure = Optional.empty();
    volatile Optional<Completion> answer = Optional.empty();
    final List<CompletionRequest> requests = new CopyOnWriteArrayList<>();

    private boolean isNext(Call.Complete step) {
      return step.step() == 1
          || steps.contains(new Call.Complete(step.activation(), step.fence(), step.step() - 1));
    }

    Model() {
      super("test");
    }

    @Override
    public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
        throws InterruptedException {
      if (!eager) {
        wanted.acquire();
      }
      requests.add(request);
      if (failure.isPresent()) {
        throw failure.get();
      }
      text.accept("one ");
      go.await();
      text.accept("two");
      return answer.orElseThrow();
    }
  }

  WireKit(Path folder) throws IOException {
    this(folder, List.of());
  }

  /** Makes a kit with these providers beside the one of tests. */
  WireKit(Path folder, List<Provider> others) throws IOException {
    this.others = List.copyOf(others);
    this.folder = folder;
    this.socketFolder = Files.createDirectory(folder.resolve("run"));
    directory.model = "test/model";
    start(Set.of());
  }

  private void start(Set<UUID> alive) throws IOException {
    database = Database.open(folder.resolve("daemon.db"));
    sessions = new Sessions(database, directory, time, new Random(1));
    tokens = new Tokens(database, SigningKey.load(folder.resolve("key")), "home", time);
    List<Provider> providers = new ArrayList<>(others);
    providers.add(model);
    gateway = new ModelGateway(Providers.of(providers.toArray(Provider[]::new)));
    audit = new AuditLog(database, time);
    wire =
        new WireServer(sessions, gateway, tokens, directory, new AgentRefusals(audit, time), time);
    sessions.boot(alive);
    wire.open(agent, socketFolder, id("unix:uid"), id("unix:gid"));
  }

  /** Ends the daemon and starts the next one, to whom the sandbox is still running. */
  void restart() throws IOException {
    wire.close();
    gateway.close();
    sessions.close();
    database.close();
    time.forgetTasks();
    model.wanted = new Semaphore(0);
    start(Set.of(agent));
  }

  int id(String attribute) throws IOException {
    return (Integer) Files.getAttribute(folder, attribute);
  }

  Path socket() {
    return socketFolder.resolve(WireServer.SOCKET);
  }

  RuntimeClient connect() throws IOException {
    RuntimeClient client = RuntimeClient.connect(socket(), this::sending);
    clients.add(client);
    return client;
  }

  private void sending(Call<?> call) {
    if (call instanceof Call.Complete step && model.isNext(step) && model.steps.add(step)) {
      model.wanted.release();
    }
  }

  String token() {
    return tokens.forNewSandbox(agent);
  }

  RuntimeClient runtime(Held... held) throws IOException {
    RuntimeClient client = connect();
    client.hello(token(), held);
    return client;
  }

  void say(String id, String text) {
    sessions.service().appendUserMessage(agent, session, id, text, tx -> {});
  }

  @Override
  public void close() throws IOException {
    for (RuntimeClient client : clients) {
      client.close();
    }
    wire.close();
    gateway.close();
    sessions.close();
    database.close();
  }

  static void assertRefused(Code code, ThrowingCallable call) {
    assertThatExceptionOfType(RuntimeClient.Refused.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.error().code()).isEqualTo(code));
  }

  static Activation lease(RuntimeClient runtime) {
    return runtime.call(new Call.Lease()).activation();
  }

  static Call.Complete complete(Activation turn, int step) {
    return new Call.Complete(turn.id(), turn.fence(), step);
  }

  /** Lets the model answer the next step of a turn. */
  void answer(RuntimeClient runtime, Activation turn, int step, String text) {
    model.answer = Optional.of(new Completion(text, List.of(), StopReason.END_TURN, USAGE));
    assertThat(runtime.call(complete(turn, step)))
        .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
  }

  /** Lets the model call a tool in the next step of a turn, and returns the call. */
  ToolCall use(RuntimeClient runtime, Activation turn, int step) {
    ToolCall call = new ToolCall("c" + step, "sh", "{ \"args\": [\"ls\"] }");
    model.answer = Optional.of(new Completion("Well.", List.of(call), StopReason.TOOL_USE, USAGE));
    assertThat(runtime.call(complete(turn, step))).isEqualTo(new Answer.Run(List.of(call)));
    return call;
  }

  /** Sends the result of a call. */
  static void result(RuntimeClient runtime, Activation turn, int step, String output) {
    EventBody.ToolResult result =
        new EventBody.ToolResult(
            "c" + step, "sh", 0, output, "", 5, false, Optional.empty(), false, Optional.empty());
    runtime.call(new Call.Result(turn.id(), turn.fence(), step, result));
  }

  /** Returns the error of the session's last attempt. */
  String error() {
    return sessions.service().events(agent, session, 0, 100).stream()
        .filter(event -> event.type() == EventType.ERROR)
        .map(SessionEvent::body)
        .findFirst()
        .orElseThrow();
  }
}
