package dev.otters.bench.code;

import dev.otters.bench.run.SessionStore;
import dev.otters.home.store.Database;
import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.TurnService;
import dev.otters.sessions.conversation.Transcripts;
import dev.otters.sessions.conversation.TurnContext;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
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
  private static final String SESSION = "api:bench";
  private static final String OWNER = "bench";

  /** Key of the first session of a database. */
  private static final long FIRST = 1;

  /** Number of earlier turns of the conversation. */
  @Param({"10", "100", "1000"})
  public int size;

  private @Nullable SessionStore store;
  private @Nullable Activation activation;

  /** Creates a conversation whose last message has no answer. */
  @Setup
  public void prepare() throws IOException, InterruptedException {
    SessionStore opened = SessionStore.create();
    store = opened;
    TurnService turns = opened.sessions().turns();
    List<String> interrupted = turns.connect(opened.agent(), OWNER, List.of());
    for (int i = 0; i < size; i++) {
      say(opened, i);
      Activation turn = turns.lease(opened.agent(), OWNER);
      Outcome answer = new Outcome.Answered("The answer number " + i + ", of some length.");
      turns.ack(opened.agent(), turn.id(), turn.fence(), answer);
    }
    say(opened, size);
    activation = turns.lease(opened.agent(), OWNER);
    if (!interrupted.isEmpty() || project().size() != 2 * size + 1) {
      throw new IllegalStateException("the conversation of the benchmark is wrong");
    }
  }

  /** Builds the conversation. */
  @Benchmark
  public List<ChatMessage> project() {
    Database database = Objects.requireNonNull(store).database();
    Activation turn = Objects.requireNonNull(activation);
    TurnContext.Window all = new TurnContext.Window(0, 0, 2L << 20, "", 0, false);
    return database
        .read(rows -> Transcripts.of(rows, FIRST, turn.id(), turn.fence(), all))
        .messages();
  }

  /** Removes the database. */
  @TearDown
  public void close() throws IOException {
    Objects.requireNonNull(store).close();
  }

  private static void say(SessionStore store, int number) {
    store.say(SESSION, "m" + number, "Message number %d, of some length.".formatted(number));
  }
}
