package dev.otters.agents.logs;

import dev.otters.api.agent.LogLine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Hands out the agents' logs, one object per agent. */
public final class AgentLogs implements AutoCloseable {
  /** Is the stream of what the daemon says about an agent. */
  public static final String OWN_STREAM = "otters";

  private static final long BOUND = 8L << 20;

  private final Path folder;
  private final long bound;
  private final Map<UUID, AgentLog> logs = new ConcurrentHashMap<>();

  /**
   * Keeps logs in a folder.
   *
   * @param folder the folder, which must exist
   */
  public AgentLogs(Path folder) {
    this(folder, BOUND);
  }

  AgentLogs(Path folder, long bound) {
    this.folder = folder;
    this.bound = bound;
  }

  /** Returns the log of an agent; an unknown one has an empty log. */
  public AgentLog of(UUID agent) {
    return logs.computeIfAbsent(agent, id -> new AgentLog(folder.resolve(id + ".log"), bound));
  }

  /**
   * Notes in an agent's log what the daemon did with it.
   *
   * @param agent the agent
   * @param time when it happened
   * @param text what happened, one line without secrets
   */
  public void note(UUID agent, Instant time, String text) {
    of(agent).append(new LogLine(time, OWN_STREAM, text));
  }

  /** Deletes the log of an agent; does nothing where there is none. */
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
