package dev.otters.bench.run;

import dev.otters.home.store.Database;
import dev.otters.home.time.SystemTime;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.TurnOptions;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.scratch.ContextIds;
import dev.otters.sessions.AgentDirectory;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.TurnSteps;
import dev.otters.sessions.conversation.Memory;
import dev.otters.sessions.conversation.TurnSettings;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.running.Step;
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
import java.util.function.UnaryOperator;

/**
 * The sessions of one agent in a database of their own, in this process.
 *
 * @param folder holds the database
 */
public record SessionStore(
    Path folder, UUID agent, SystemTime time, Database database, Sessions sessions)
    implements AutoCloseable {
  private static final String MODEL = "scripted/bench";
  private static final String OWNER = "bench";

  /** Creates an empty database in a temporary folder. */
  public static SessionStore create() throws IOException {
    return open(Files.createTempDirectory(Leftovers.PREFIX), UUID.randomUUID());
  }

  private static SessionStore open(Path folder, UUID agent) {
    SystemTime time = new SystemTime();
    Database database = Database.open(folder.resolve("daemon.db"));
    Sessions sessions = new Sessions(database, limits(), time, new Random(1));
    sessions.boot(Set.of());
    return new SessionStore(folder, agent, time, database, sessions);
  }

  /** Appends a message to a session, and returns once it is durable. */
  public void say(String session, String id, String text) {
    long unused =
        sessions.service().appendUserMessage(agent, new SessionId(session), id, text, tx -> {});
  }

  /** Leases the turn that waits. The store may have been opened just now. */
  public Activation lease() throws InterruptedException {
    List<String> unused = sessions.turns().connect(agent, OWNER, List.of());
    return sessions.turns().lease(agent, OWNER);
  }

  /** Returns the first request of a turn. */
  public TurnSteps.State request(Activation turn) {
    return sessions.steps().open(step(turn), Long.MAX_VALUE);
  }

  /** Ends a turn with an answer. */
  public void answer(Activation turn, String text) {
    Completion answer = new Completion(text, List.of(), StopReason.END_TURN, Usage.NONE);
    Answer.Next unused = sessions.steps().record(step(turn), MODEL, answer);
  }

  private Step step(Activation turn) {
    return new Step(agent, turn.id(), turn.fence(), 1);
  }

  /** Closes the database and opens it again, as a daemon does that starts again. */
  public SessionStore reopen() {
    end();
    return open(folder, agent);
  }

  /** Closes the database and removes it. */
  @Override
  public void close() throws IOException {
    end();
    Leftovers.delete(folder);
  }

  private void end() {
    sessions.close();
    database.close();
    time.close();
  }

  /** Returns an agent directory that only has the limits of turns, no grants and no secrets. */
  private static AgentDirectory limits() {
    TurnOptions limits = new TurnOptions(60_000, 600_000);
    TurnSettings settings = new TurnSettings(MODEL, Map.of(), 10, limits, Memory.SLIDING);
    TurnSetup setup = new TurnSetup(settings, 1, List.of(), List.of());
    UnaryOperator<String> redactor = UnaryOperator.identity();
    Map<String, Object> answers =
        Map.of(
            "turn",
            Optional.of(setup),
            "grants",
            Grants.NONE,
            "redactor",
            redactor,
            "separates",
            OwnSandboxes.Rule.OTHER_GRANTS,
            "contextIds",
            ContextIds.NONE);
    return (AgentDirectory)
        Proxy.newProxyInstance(
            SessionStore.class.getClassLoader(),
            new Class<?>[] {AgentDirectory.class},
            (_, method, given) ->
                method.getName().equals("agent")
                    ? given[0]
                    : Objects.requireNonNull(answers.get(method.getName()), method.getName()));
  }
}
