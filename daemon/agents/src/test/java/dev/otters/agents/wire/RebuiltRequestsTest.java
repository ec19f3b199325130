package dev.otters.agents.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.FileContent;
import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.home.time.ManualTime;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.gateway.CallKey;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Providers;
import dev.otters.models.gateway.Recorder;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.ChatProviders;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.FakeDirectory;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.conversation.NewMessage;
import dev.otters.sessions.conversation.PastRequest;
import dev.otters.sessions.conversation.PastStep;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.log.FileRows;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.running.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A long session with parallel calls, large results, failures of the vendor, new daemons, and
 * settings that change at any time. Each request is rebuilt from the log and the context that its
 * attempt names, and compared with what the vendor received.
 */
@Timeout(300)
class RebuiltRequestsTest {
  private static final long SEED = 25;
  private static final int TURNS = 40;

  /** The context of every model in tokens; its requests hold about three bytes for each. */
  private static final int CONTEXT = 40_000;

  private static final SessionId SESSION = new SessionId("s");

  private static final String SCHEMA =
      "{\"type\": \"object\", \"properties\": {\"n\": {\"type\": \"number\", \"maximum\": 1.50}}}";

  /** A request of a step, as the vendor received it. */
  private record Sent(Step step, String body) {}

  @TempDir Path folder;
  private final UUID agent = UUID.randomUUID();
  private final Random random = new Random(SEED);
  private final Random files = new Random(SEED);
  private final ManualTime time = new ManualTime();
  private final FakeDirectory directory = new FakeDirectory();
  private final List<Sent> requests = new ArrayList<>();
  private VendorSocket vendor;
  private Database database;
  private Sessions sessions;
  private TurnEngine engine;
  private String kind;
  private int messages;
  private int connections;
  private String owner;

  @BeforeEach
  void listen() throws IOException {
    vendor = new VendorSocket();
  }

  @AfterEach
  void close() throws IOException {
    sessions.close();
    database.close();
    vendor.close();
  }

  private void start() {
    database = Database.open(folder.resolve("daemon.db"));
    sessions = new Sessions(database, directory, time, new Random(1));
    sessions.turns().measure(model -> OptionalInt.of(CONTEXT));
    engine = new TurnEngine(sessions.steps(), gateway(vendor));
    sessions.boot(Set.of());
    connect();
  }

  private void restart() {
    sessions.close();
    database.close();
    time.forgetTasks();
    start();
  }

  private void connect() {
    owner = "connection " + ++connections;
    assertThat(sessions.turns().connect(agent, owner, List.of())).isEmpty();
  }

  private ModelGateway gateway(VendorSocket socket) {
    ProviderConfig config = VendorSocket.config("acme", kind, socket.address("/v1"));
    return new ModelGateway(Providers.of(ChatProviders.open(config)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "google"})
  void theLogAndTheContextsGiveBackTheExactBytesOfEveryRequest(String vendors) throws Exception {
    kind = vendors;
    vendor.plays(line -> new ThinkingVendor(kind, random).answer(line));
    change();
    start();
    for (int turn = 0; turn < TURNS; turn++) {
      say("message " + turn);
      while (!play(sessions.turns().lease(agent, owner))) {
        if (givenUp()) {
          say("never mind");
        }
        time.advance(Duration.ofMinutes(6));
        connect();
      }
    }
    assertThat(requests).hasSizeGreaterThan(2 * TURNS);
    assertThat(sent(ThinkingVendor.SIGNATURE)).as("thinking").isPositive();
    assertThat(sent("A note from Otters")).as("recovery notes").isPositive();
    assertThat(sent("matches the JSON")).as("instructions").isPositive();
    assertThat(sent("\"json_schema\"") > 0).as("formats").isEqualTo(kind.equals("openai"));
    assertThat(sent("does not match the JSON Schema")).as("rejected answers").isPositive();
    assertThat(sent("left out by Otters")).as("shortened results").isPositive();
    assertThat(sent("R0lGODlh")).as("images").isPositive();
    assertThat(requests.getLast().body()).doesNotContain("message 1 ");
    for (Sent sent : requests) {
      assertThat(rebuilt(sent.step()).equals(sent.body()))
          .as("%s, seed %d", sent.step(), SEED)
          .isTrue();
    }
  }

  private long sent(String text) {
    return requests.stream().filter(sent -> sent.body().contains(text)).count();
  }

  private void say(String text) {
    String id = "m" + ++messages;
    List<FileContent> some = files.nextInt(3) == 0 ? List.of(file(), file()) : List.of();
    Optional<String> schema = Optional.of(SCHEMA).filter(_ -> files.nextInt(3) == 0);
    assertThat(
            sessions
                .service()
                .append(
                    agent,
                    SESSION,
                    new NewMessage(id, text + " ", some, schema, Optional.empty()),
                    tx -> {}))
        .isPositive();
  }

  private FileContent file() {
    String head = List.of("GIF89a", "%PDF-1.4", "text ").get(files.nextInt(3));
    String rest = "0123456789abcdef".repeat(files.nextInt(500));
    return new FileContent("file " + files.nextInt(9), (head + rest).getBytes(US_ASCII));
  }

  /** Changes what a later attempt reads. */
  private void change() {
    directory.model = "acme/model-" + random.nextInt(2);
    directory.options = Map.of("max-tokens", String.valueOf(1000 + random.nextInt(3)));
    directory.tools =
        random.nextInt(4) == 0
            ? List.of()
            : List.of(
                new ToolSchema("sh", "a shell", ToolSchema.BIN_INPUT),
                new ToolSchema("t." + random.nextInt(2), "a tool", ToolSchema.BIN_INPUT));
    directory.blocks =
        List.of(
            new PromptBlock(
                "AGENT", PromptBlock.Origin.RUNTIME, "prompt \u00e9 " + random.nextInt(3)));
  }

  /** Plays an attempt; returns whether the turn is over. */
  private boolean play(Activation turn) throws InterruptedException {
    for (int number = 1; ; number++) {
      Step step = new Step(agent, turn.id(), turn.fence(), number);
      change();
      Answer.Next next = engine.next(step);
      requests.add(new Sent(step, vendor.request().body()));
      if (random.nextInt(10) == 0) {
        restart();
        return next instanceof Answer.Over && idle();
      }
      if (!(next instanceof Answer.Run(List<ToolCall> calls))) {
        return idle();
      }
      if (random.nextInt(4) == 0) {
        say("meanwhile");
      }
      for (ToolCall call : calls) {
        if (random.nextInt(30) == 0) {
          restart();
          return false;
        }
        sessions.reports().result(step, result(call), text -> text);
      }
    }
  }

  /** Returns whether too many answers did not match their schema. */
  private boolean givenUp() {
    return database.read(rows -> rows.any("SELECT 1 FROM activations WHERE state = 'BLOCKED'"));
  }

  /** Returns whether no message waits for an answer. */
  private boolean idle() {
    return database.read(
        rows -> !rows.any("SELECT 1 FROM activations WHERE state NOT IN ('ACKED', 'ABANDONED')"));
  }

  private EventBody.ToolResult result(ToolCall call) {
    int size = random.nextInt(6) == 0 ? 200_000 : random.nextInt(2_000);
    String output = ("\u20ac output " + call.id() + "\n").repeat(size / 16);
    boolean failed = random.nextBoolean();
    return new EventBody.ToolResult(
        call.id(),
        call.name(),
        failed ? 1 : 0,
        output,
        failed ? "no \"file\"" : "",
        random.nextInt(100),
        false,
        Optional.empty(),
        failed,
        Optional.empty());
  }

  private String rebuilt(Step step) throws Exception {
    CompletionRequest request = database.read(rows -> read(rows, step));
    try (VendorSocket second = new VendorSocket()) {
      second.plays(VendorSocket.json(400, "{}"));
      CallKey key = new CallKey(step.activation(), step.fence(), "again");
      assertThatExceptionOfType(ModelException.class)
          .isThrownBy(
              () -> gateway(second).complete(key, request, caller(), text -> {}, () -> true));
      return second.request().body();
    }
  }

  private Caller caller() {
    return new Caller(
        "",
        note -> {},
        usage -> {},
        Recorder.NONE,
        (sha256, out) -> FileRows.write(database, 1, sha256, out));
  }

  private static CompletionRequest read(Rows rows, Step step) {
    PastRequest read =
        PastRequest.of(rows, new PastStep(1, step.activation(), step.fence(), step.number()));
    return new CompletionRequest(
        read.settings().model(),
        read.messages(),
        read.tools(),
        read.settings().options(),
        read.schema());
  }
}
