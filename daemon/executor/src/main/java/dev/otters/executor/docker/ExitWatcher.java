package dev.otters.executor.docker;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Event;
import com.github.dockerjava.api.model.EventType;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.Exit;
import dev.otters.executor.ExitListener;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.Subscription;
import dev.otters.executor.docker.engine.EngineConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the engine's events and reports each exit once, including the exits that happened while
 * the engine was away.
 *
 * <p>One thread opens the stream and then looks at all containers, so that no exit falls between.
 */
final class ExitWatcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ExitWatcher.class);
  private static final Duration OVERLAP = Duration.ofSeconds(2);
  private static final Duration FIRST_RETRY = Duration.ofMillis(100);
  private static final Duration LAST_RETRY = Duration.ofSeconds(2);

  private final EngineConnection engine;
  private final Containers containers;
  private final Labels labels;
  private final ExitCauses causes;
  private final EngineFreshness freshness;
  private final List<ExitListener> listeners = new CopyOnWriteArrayList<>();
  private final CountDownLatch watching = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable EventStream stream;

  // Only the thread uses these.
  private final Map<String, SandboxKey> running = new HashMap<>();
  private final Set<String> reported = new HashSet<>();
  private Instant handled = Instant.now();
  private Instant replayed = handled;
  private boolean lost;
  private Duration retry = FIRST_RETRY;

  ExitWatcher(
      EngineConnection engine,
      Containers containers,
      Labels labels,
      ExitCauses causes,
      EngineFreshness freshness) {
    this.engine = engine;
    this.containers = containers;
    this.labels = labels;
    this.causes = causes;
    this.freshness = freshness;
    this.thread = Thread.ofVirtual().name("exit-watcher").unstarted(this::run);
  }

  /** Starts to watch. After the return no exit is missed while the engine answers. */
  void start() {
    thread.start();
    try {
      watching.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  Subscription add(ExitListener listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  @Override
  public void close() {
    closed.countDown();
    EventStream open = stream;
    if (open != null) {
      open.close();
    }
    thread.interrupt();
  }

  private void run() {
    while (!isClosed()) {
      try (EventStream events = new EventStream(engine, Instant.now().minus(OVERLAP))) {
        stream = events;
        reconcile();
        freshness.begin();
        watching.countDown();
        follow(events);
      } catch (RuntimeException e) {
        LOG.debug("Cannot watch the engine", e);
      } catch (InterruptedException _) {
        return;
      } finally {
        freshness.end();
        watching.countDown();
      }
      lose();
      pause();
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private void follow(EventStream events) throws InterruptedException {
    Optional<Event> event = events.next();
    while (event.isPresent() && !isClosed()) {
      handle(event.get());
      event = events.next();
    }
  }

  private void lose() {
    if (!lost && !isClosed()) {
      lost = true;
      report(ExitListener::engineLost);
    }
  }

  private void pause() {
    try {
      if (!closed.await(retry.toMillis(), TimeUnit.MILLISECONDS)) {
        retry =
            retry.multipliedBy(2).compareTo(LAST_RETRY) < 0 ? retry.multipliedBy(2) : LAST_RETRY;
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Compares the known containers with the engine's; fails when the engine does not answer. */
  private void reconcile() {
    List<InspectContainerResponse> all = containers.all();
    Map<String, InspectContainerResponse> present = new HashMap<>();
    all.forEach(container -> present.put(container.getId(), container));
    retry = FIRST_RETRY;
    replayed = handled;
    reported.retainAll(present.keySet());
    causes.retain(present.keySet());
    if (lost) {
      lost = false;
      report(ExitListener::engineBack);
    }
    Map.copyOf(running).forEach((id, key) -> missed(id, key, present.get(id)));
    present.values().forEach(this::learn);
  }

  private void missed(String id, SandboxKey key, @Nullable InspectContainerResponse container) {
    if (container == null) {
      ended(id, l -> l.missed(key, id, Exit.of(Exit.UNKNOWN, false, Instant.now())));
    } else if (!isRunning(container)) {
      Exit exit = causes.exit(container);
      ended(id, l -> l.missed(key, id, exit));
    }
  }

  private void learn(InspectContainerResponse container) {
    if (isRunning(container)) {
      labels
          .key(Containers.labelsOf(container))
          .ifPresent(key -> running.put(container.getId(), key));
      if (!engine.kind().reportsOutOfMemory()) {
        causes.kills().watchKnown(container.getId(), Containers.pid(container));
      }
    }
  }

  private static boolean isRunning(InspectContainerResponse container) {
    return Boolean.TRUE.equals(container.getState().getRunning());
  }

  /**
   * Handles one event, and skips those that were handled before the stream broke. Every event of an
   * image counts, whatever the engine's clock says: one too many costs a lookup.
   */
  private void handle(Event event) {
    if (event.getType() == EventType.IMAGE) {
      freshness.imagesChanged();
      return;
    }
    Instant at = Instant.ofEpochSecond(0, Objects.requireNonNullElse(event.getTimeNano(), 0L));
    if (!at.isAfter(replayed)) {
      return;
    }
    handled = at.isAfter(handled) ? at : handled;
    String id = String.valueOf(event.getId());
    Map<String, String> attributes =
        event.getActor() == null
            ? Map.of()
            : Objects.requireNonNullElse(event.getActor().getAttributes(), Map.of());
    Optional<SandboxKey> key = labels.key(attributes);
    switch (String.valueOf(event.getAction())) {
      case "start" -> key.filter(_ -> !reported.contains(id)).ifPresent(k -> running.put(id, k));
      case "oom" -> key.ifPresent(_ -> causes.ranOutOfMemory(id, at));
      case "die", "died" -> key.ifPresent(k -> died(id, k, exit(id, attributes, at)));
      case "destroy", "remove" -> forget(id);
      default -> LOG.trace("Ignored the event {}", event.getAction());
    }
  }

  private void forget(String id) {
    reported.remove(id);
    causes.forget(id);
  }

  private Exit exit(String id, Map<String, String> attributes, Instant at) {
    String said = attributes.getOrDefault("exitCode", attributes.get("containerExitCode"));
    int code = said == null ? Exit.UNKNOWN : Integer.parseInt(said);
    return causes.of(id, code, at, () -> flag(id));
  }

  private boolean flag(String id) {
    try {
      return containers
          .inspect(id)
          .map(c -> Boolean.TRUE.equals(c.getState().getOOMKilled()))
          .orElse(false);
    } catch (ExecutorException e) {
      LOG.debug("The engine went away while a sandbox ended", e);
      return false;
    }
  }

  private void died(String id, SandboxKey key, Exit exit) {
    ended(id, listener -> listener.exited(key, id, exit));
  }

  private void ended(String id, Consumer<ExitListener> report) {
    running.remove(id);
    if (reported.add(id)) {
      report(report);
    }
  }

  private void report(Consumer<ExitListener> what) {
    for (ExitListener listener : listeners) {
      try {
        what.accept(listener);
      } catch (RuntimeException e) {
        LOG.atError().setCause(e).log("A listener for the ends of sandboxes failed");
      }
    }
  }
}
