package dev.otters.executor.docker;

import com.github.dockerjava.api.command.InspectContainerResponse;
import dev.otters.executor.Exit;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out why sandboxes ended.
 *
 * <p>The engine's out-of-memory flag stays set after the kernel has killed a tool, and would
 * explain every later exit. An exit counts as out of memory only when the first process was killed
 * without a request, within two seconds of such an event. The cgroup's counter is gone by then, so
 * the engine's event has to do. If the event was missed, the engine's flag decides.
 */
final class ExitCauses {
  private static final int KILLED = 137;
  private static final Duration OOM_WINDOW = Duration.ofSeconds(2);

  private final Set<String> requested = ConcurrentHashMap.newKeySet();
  private final MemoryKills kills =
      new MemoryKills(Path.of("/"), container -> ranOutOfMemory(container, Instant.now()));
  private final Map<String, Instant> outOfMemory = new ConcurrentHashMap<>();

  /** Records that a container is killed on request. */
  void requested(String container) {
    requested.add(container);
  }

  void ranOutOfMemory(String container, Instant at) {
    outOfMemory.put(container, at);
  }

  /** Returns the watch for engines that do not report that memory ran out. */
  MemoryKills kills() {
    return kills;
  }

  void forget(String container) {
    requested.remove(container);
    outOfMemory.remove(container);
  }

  void retain(Set<String> containers) {
    requested.retainAll(containers);
    outOfMemory.keySet().retainAll(containers);
  }

  /**
   * Returns the exit of a container.
   *
   * @param flag reads the engine's own flag
   */
  Exit of(String container, int code, Instant at, BooleanSupplier flag) {
    return Exit.of(
        code, code == KILLED && !requested.contains(container) && oom(container, at, flag), at);
  }

  private boolean oom(String container, Instant at, BooleanSupplier flag) {
    Instant last = outOfMemory.get(container);
    return last == null ? flag.getAsBoolean() : !last.plus(OOM_WINDOW).isBefore(at);
  }

  Sandbox sandbox(SandboxKey key, InspectContainerResponse container) {
    var state = container.getState();
    String id = container.getId();
    String status = String.valueOf(state.getStatus());
    if (Containers.PREPARED.contains(status)) {
      return new Sandbox(key, id, OptionalInt.empty(), Optional.empty());
    }
    return switch (status) {
      case "running", "paused", "restarting" ->
          new Sandbox(key, id, OptionalInt.of(Containers.pid(container)), Optional.empty());
      default -> new Sandbox(key, id, OptionalInt.empty(), Optional.of(exit(container)));
    };
  }

  Exit exit(InspectContainerResponse container) {
    var state = container.getState();
    int code = Objects.requireNonNullElse(state.getExitCodeLong(), (long) Exit.UNKNOWN).intValue();
    boolean flag = Boolean.TRUE.equals(state.getOOMKilled());
    return of(container.getId(), code, instant(state.getFinishedAt()), () -> flag);
  }

  /** Parses a time of the engine, which shows "never" as a time before the epoch. */
  private static Instant instant(@Nullable String text) {
    try {
      Instant read = Instant.parse(String.valueOf(text));
      return read.isBefore(Instant.EPOCH) ? Instant.EPOCH : read;
    } catch (DateTimeParseException _) {
      return Instant.EPOCH;
    }
  }
}
