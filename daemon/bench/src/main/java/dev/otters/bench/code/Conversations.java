package dev.otters.bench.code;

import dev.otters.bench.run.Leftovers;
import dev.otters.home.store.Database;
import dev.otters.home.time.SystemTime;
import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.TurnOptions;
import dev.otters.sessions.AgentDirectory;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.conversation.Memory;
import dev.otters.sessions.conversation.Transcripts;
import dev.otters.sessions.conversation.TurnContext;
import dev.otters.sessions.conversation.TurnSettings;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Reads the conversation so far from the log of its session, as every turn does. */
@State(Scope.Benchmark)
public class Conversations {
  private static final SessionId SESSION = new SessionId("api:bench");
  private static final String OWNER = "bench";

  /** Key of the first session of a database. */
  private static final long FIRST = 1;

  /** Number of earlier turns of the conversation. */
  @Param({"10", "100", "1000"})
  public int size;

  private final UUID agent = UUID.randomUUID();
  private @Nullable Opened opened;
  private @Nullable Activation activation;

  private record Opened(Path folder, SystemTime time, Database database, Sessions sessions) {}

  /** Creates a conversation whose last message has no answer. */
  @Setup
  public void prepare() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("bench");
    SystemTime time = new SystemTime();
    Database database = Database.open(folder.resolve("daemon.db"));
    Sessions sessions = new Sessions(database, limits(), time, new Random(1));
    opened = new Opened(folder, time, database, sessions);
    sessions.boot(Set.of());
    List<String> interrupted = sessions.turns().connect(agent, OWNER, List.of());
    for (int i = 0; i < size; i++) {
      say(i);
      Activation turn = sessions.turns().lease(agent, OWNER);
      Outcome answer = new Outcome.Answered("The answer number " + i + ", of some length.");
      sessions.turns().ack(agent, turn.id(), turn.fence(), answer);
    }
    say(size);
    activation = sessions.turns().lease(agent, OWNER);
    if (!interrupted.isEmpty() || project().size() != 2 * size + 1) {
      throw new IllegalStateException("the conversation of the benchmark is wrong");
    }
  }

  /** Builds the conversation. */
  @Benchmark
  public List<ChatMessage> project() {
    Database database = Objects.requireNonNull(opened).database();
    Activation turn = Objects.requireNonNull(activation);
    TurnContext.Window all = new TurnContext.Window(0, 0, 2L << 20, "", 0, false);
    return database
        .read(rows -> Transcripts.of(rows, FIRST, turn.id(), turn.fence(), all))
        .messages();
  }

  /** Removes the database. */
  @TearDown
  public void close() throws IOException {
    Opened used = Objects.requireNonNull(opened);
    used.sessions().close();
    used.database().close();
    used.time().close();
    Leftovers.delete(used.folder());
  }

  private Sessions sessions() {
    return Objects.requireNonNull(opened).sessions();
  }

  private void say(int number) {
    String text = "Message number %d, of some length.".formatted(number);
    long unused =
        sessions().service().appendUserMessage(agent, SESSION, "m" + number, text, tx -> {});
  }

  /** Returns an agent directory that only has the limits of turns. */
  private static AgentDirectory limits() {
    TurnOptions limits = new TurnOptions(60_000, 600_000);
    TurnSettings settings =
        new TurnSettings("scripted/bench", Map.of(), 10, limits, Memory.SLIDING);
    TurnSetup setup = new TurnSetup(settings, 1, List.of(), List.of());
    Map<String, Object> answers = Map.of("turn", Optional.of(setup));
    return (AgentDirectory)
        Proxy.newProxyInstance(
            Conversations.class.getClassLoader(),
            new Class<?>[] {AgentDirectory.class},
            (_, method, _) -> Objects.requireNonNull(answers.get(method.getName())));
  }
}
