package dev.otters.agents.logs;

import dev.otters.api.agent.LogLine;
import dev.otters.home.text.Secrets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The logs of agents, one object per agent. */
public final class AgentLogs implements AutoCloseable {
  /** The stream of the daemon's own lines about an agent. */
  public static final String OWN_STREAM = "otters";

  private static final long BOUND = 8L << 20;

  private final Path folder;
  private final Secrets secrets;
  private final long bound;
  private final Map<UUID, AgentLog> logs = new ConcurrentHashMap<>();

  /**
   * Opens the logs in a folder.
   *
   * @param folder an existing folder
   * @param secrets the values that no line shows
   */
  public AgentLogs(Path folder, Secrets secrets) {
    this(folder, secrets, BOUND);
  }

  AgentLogs(Path folder, Secrets secrets, long bound) {
    this.folder = folder;
    this.secrets = secrets;
    this.bound = bound;
  }

  /** Returns the log of an agent; that of an unknown agent is empty. */
  public AgentLog of(UUID agent) {
    return logs.computeIfAbsent(
        agent,
        id -> new AgentLog(folder.resolve(id + ".log"), new LogRedactor(secrets, id), bound));
  }

  /**
   * Adds a line about the daemon's actions to an agent's log.
   *
   * @param text one line
   */
  public void note(UUID agent, Instant time, String text) {
    of(agent).append(new LogLine(time, OWN_STREAM, text));
  }

  /** Deletes the log of an agent, if it exists. */
  public void remove(UUID agent) {
    of(agent).delete();
    logs.remove(agent);
  }

  /** Ends all followers and closes all files. */
  @Override
  public void close() {
    logs.values().forEach(AgentLog::close);
  }
}
