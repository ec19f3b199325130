package dev.otters.agents.start;

import dev.otters.agents.logs.AgentLog;
import dev.otters.agents.logs.AgentLogs;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentExecutors;
import dev.otters.agents.setup.AgentSecrets;
import dev.otters.api.agent.LogLine;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogSink;
import dev.otters.executor.SandboxKey;
import dev.otters.oci.agent.AgentImage;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies the output of sandboxes into the logs of the agents. */
public final class LogCollector implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogCollector.class);
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  private final AgentExecutors executors;
  private final AgentLogs logs;
  private final AgentSecrets secrets;
  private final Map<UUID, LogFollower> followers = new ConcurrentHashMap<>();

  /**
   * Creates a collector.
   *
   * @param secrets learns what each agent was given before its output is copied
   */
  public LogCollector(AgentExecutors executors, AgentLogs logs, AgentSecrets secrets) {
    this.executors = executors;
    this.secrets = secrets;
    this.logs = logs;
  }

  void follow(Agent agent, AgentImage image) {
    secrets.enter(agent, image);
    follow(agent, Instant.EPOCH);
  }

  /** Resumes the log of a sandbox after a restart of the daemon or the loss of the engine. */
  public void resume(Agent agent) {
    if (!followers.containsKey(agent.id())) {
      follow(agent, logs.of(agent.id()).newest().orElse(Instant.EPOCH));
    }
  }

  /** Waits for the last lines of a sandbox that has ended, and stops copying. */
  void finish(UUID agent) {
    LogFollower follower = followers.remove(agent);
    if (follower == null) {
      return;
    }
    try (follower) {
      if (!follower.await(LAST_WORDS)) {
        LOG.atWarn().addKeyValue("agent", agent).log("The last lines of the log may be missing");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops copying; sandboxes keep running. */
  @Override
  public void close() {
    followers.values().forEach(LogFollower::close);
    followers.clear();
  }

  private void follow(Agent agent, Instant since) {
    UUID id = agent.id();
    LogFollower follower =
        executors.of(agent).logs(SandboxKey.ofAgent(id), since, sink(id, logs.of(id)));
    LogFollower old = followers.put(id, follower);
    if (old != null) {
      old.close();
    }
  }

  private LogSink sink(UUID agent, AgentLog log) {
    return new LogSink() {
      @Override
      public void line(dev.otters.executor.LogLine line) {
        log.append(
            new LogLine(line.at(), line.stream().name().toLowerCase(Locale.ROOT), line.text()));
      }

      @Override
      public void ended(Optional<ExecutorException> failure) {
        failure.ifPresent(
            e -> {
              followers.remove(agent);
              LOG.atWarn().addKeyValue("agent", agent).setCause(e).log("The log broke off");
            });
      }
    };
  }
}
