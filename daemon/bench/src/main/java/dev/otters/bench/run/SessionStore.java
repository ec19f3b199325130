package dev.otters.bench.run;

import dev.otters.home.store.Database;
import dev.otters.home.time.SystemTime;
import dev.otters.protocol.TurnOptions;
import dev.otters.sessions.AgentDirectory;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.conversation.Memory;
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

/**
 * The sessions of one agent in a database of their own, in this process.
 *
 * @param folder holds the database
 */
public record SessionStore(
    Path folder, UUID agent, SystemTime time, Database database, Sessions sessions)
    implements AutoCloseable {
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

  /** Returns an agent directory that only has the limits of turns. */
  private static AgentDirectory limits() {
    TurnOptions limits = new TurnOptions(60_000, 600_000);
    TurnSettings settings =
        new TurnSettings("scripted/bench", Map.of(), 10, limits, Memory.SLIDING);
    TurnSetup setup = new TurnSetup(settings, 1, List.of(), List.of());
    Map<String, Object> answers = Map.of("turn", Optional.of(setup));
    return (AgentDirectory)
        Proxy.newProxyInstance(
            SessionStore.class.getClassLoader(),
            new Class<?>[] {AgentDirectory.class},
            (_, method, _) -> Objects.requireNonNull(answers.get(method.getName())));
  }
}
