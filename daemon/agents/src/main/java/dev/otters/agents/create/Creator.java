package dev.otters.agents.create;

import dev.otters.agents.logs.AgentLogs;
import dev.otters.agents.repo.FirstRepos;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Reason;
import dev.otters.agents.start.Launcher;
import dev.otters.agents.start.Saga;
import dev.otters.agents.start.StartAttempt;
import dev.otters.agents.supervise.AgentTasks;
import dev.otters.agents.supervise.EngineWatches;
import dev.otters.agents.supervise.Failures;
import dev.otters.agents.supervise.Removal;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.agent.LogLine;
import dev.otters.api.agent.RunRequest;
import dev.otters.credentials.HostCredentials;
import dev.otters.home.text.Sha256;
import dev.otters.oci.Progress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates agents completely or not at all. */
public record Creator(
    AgentRows rows,
    Sagas sagas,
    Launcher launcher,
    Removal removal,
    EngineWatches watches,
    AgentTasks tasks,
    AgentLogs logs) {
  private static final Logger LOGGER = LoggerFactory.getLogger(Creator.class);

  /**
   * The steps of a creation.
   *
   * @param toRow the steps up to the agent's row
   * @param toRoot the steps from the row to the agent's folder
   */
  public record Sagas(Saga<Creation> toRow, Saga<Creation> toRoot) {}

  /**
   * Returns the agent that has an id already.
   *
   * @throws ApiException KEY_REUSED if another request created it
   */
  public Optional<Agent> existing(UUID id, RunRequest request) {
    Optional<Agent> found = rows.find(id);
    if (found.isPresent()
        && rows.request(id).filter(old -> !old.equals(hash(request))).isPresent()) {
      throw ApiException.of(
          ErrorCode.KEY_REUSED,
          "the Idempotency-Key belongs to another request, which created agent "
              + found.get().name(),
          "Send this request with a new key.");
    }
    return found;
  }

  /** Returns the hash of a request, whatever the order of its members. */
  private static String hash(RunRequest request) {
    return Sha256.of(Json.write(sorted(Json.read(Json.write(request), Map.class))));
  }

  private static Map<Object, @Nullable Object> sorted(Map<?, ?> members) {
    Map<Object, @Nullable Object> sorted = new TreeMap<>();
    members.forEach((name, value) -> sorted.put(name, sortedValue(value)));
    return sorted;
  }

  private static @Nullable Object sortedValue(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> members -> sorted(members);
      case List<?> list -> list.stream().map(Creator::sortedValue).toList();
      case null, default -> value;
    };
  }

  /**
   * Creates an agent and waits until it is ready. An agent that has the id already is returned as
   * it is, if the same request created it.
   *
   * @param id the id of the agent
   * @param request the operator's request
   * @param credentials the operator's credentials for the registries of the images
   * @param progress receives the steps of the creation
   * @return the ready agent
   */
  public Agent create(
      UUID id, RunRequest request, List<HostCredentials> credentials, Progress progress) {
    return tasks.call(
        id,
        () -> existing(id, request).orElseGet(() -> createNew(id, request, credentials, progress)));
  }

  private Agent createNew(
      UUID id, RunRequest request, List<HostCredentials> credentials, Progress progress) {
    StartAttempt attempt = launcher.attempts().begin(id);
    Creation creation =
        new Creation(
            id,
            RunOptions.of(request),
            hash(request),
            credentials,
            attempt,
            progress,
            this::replace);
    try (FirstRepos repos = FirstRepos.of(id, request.repos())) {
      creation.repos(repos);
      return create(creation);
    } finally {
      launcher.attempts().end(id, attempt);
    }
  }

  private Agent create(Creation creation) {
    try {
      run(sagas.toRow(), creation);
      watches.watch(creation.placement().executor());
      return launcher.inTurn(() -> build(creation));
    } catch (RuntimeException e) {
      throw discard(creation.id(), e);
    }
  }

  /** Removes an agent whose name a new one gets, also while it runs. */
  private void replace(UUID old) {
    launcher
        .attempts()
        .fail(old, new AgentFailure(Reason.INIT, "it was replaced", "Run it again."));
    tasks.run(
        old,
        () -> {
          removal.begin(old, false);
          rows.find(old).ifPresent(removal::finish);
        });
  }

  private Agent build(Creation creation) {
    run(sagas.toRoot(), creation);
    Agent agent = rows.change(creation.id(), Creator::starting).orElseThrow();
    launcher.start(agent, creation.image().image(), creation.attempt(), creation.progress());
    return rows.find(creation.id()).orElseThrow();
  }

  private static void run(Saga<Creation> saga, Creation creation) {
    saga.run(
        creation,
        creation.attempt(),
        (phase, done, total) ->
            creation.progress().update(creation.options().ref(), done, total, phase));
  }

  private static Agent starting(Agent agent) {
    return agent.state() instanceof Lifecycle.Pulling pulling ? agent.with(pulling.start()) : agent;
  }

  /** Removes an agent whose creation failed, and returns the error for the operator. */
  private RuntimeException discard(UUID id, RuntimeException cause) {
    Optional<Agent> agent = rows.find(id);
    if (agent.isEmpty()) {
      return cause;
    }
    List<LogLine> lines = List.of();
    try {
      launcher.tearDown(id);
      lines = Failures.lastLines(logs.of(id));
      removal.begin(id, false);
      removal.finish(agent.get());
    } catch (RuntimeException left) {
      LOGGER
          .atError()
          .addKeyValue("agent", id)
          .setCause(left)
          .log("An agent that could not be created is not completely removed yet");
      removal.begin(id, false);
      cause.addSuppressed(left);
    }
    return Failures.of(agent.get().name(), "created", cause, lines);
  }
}
