package dev.otters.executor.docker;

import com.github.dockerjava.api.command.InspectContainerResponse;
import dev.otters.executor.Exit;
import dev.otters.executor.Sandbox;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows why sandboxes ended.
 *
 * <p>The engine's own flag for want of memory stays set after a tool was ended for it, and would
 * then explain every later end. So an end counts as such only when the first process was killed,
 * nobody asked for it, and memory ran out in the two seconds before. The cgroup's counter is gone
 * by the time a sandbox has ended; the engine's event of it is what we have. Where that event was
 * missed, because nobody watched then, the engine's flag decides.
 */
final class Endings {
  private static final int KILLED = 137;
  private static final Duration CAUSE = Duration.ofSeconds(2);

  private final Set<String> asked = ConcurrentHashMap.newKeySet();
  private final Map<String, Instant> outOfMemory = new ConcurrentHashMap<>();

  /** Takes note that a container is killed because somebody wants it. */
  void ask(String container) {
    asked.add(container);
  }

  /** Takes note that a process in a container was ended for want of memory. */
  void ranOutOfMemory(String container, Instant at) {
    outOfMemory.put(container, at);
  }

  /** Drops what is known of a container that is gone. */
  void forget(String container) {
    asked.remove(container);
    outOfMemory.remove(container);
  }

  /** Drops what is known of all containers but these. */
  void retain(Set<String> containers) {
    asked.retainAll(containers);
    outOfMemory.keySet().retainAll(containers);
  }

  /**
   * Judges an end.
   *
   * @param flag asks for the engine's own opinion
   */
  Exit of(String container, int code, Instant at, BooleanSupplier flag) {
    return Exit.of(
        code, code == KILLED && !asked.contains(container) && oom(container, at, flag), at);
  }

  private boolean oom(String container, Instant at, BooleanSupplier flag) {
    Instant last = outOfMemory.get(container);
    return last == null ? flag.getAsBoolean() : !last.plus(CAUSE).isBefore(at);
  }

  /** Describes a sandbox as it is. */
  Sandbox sandbox(UUID agent, InspectContainerResponse container) {
    var state = container.getState();
    return switch (String.valueOf(state.getStatus())) {
      case "created" ->
          new Sandbox(
              agent,
              container.getId(),
              Sandbox.State.CREATED,
              OptionalInt.empty(),
              Instant.EPOCH,
              Optional.empty());
      case "running", "paused", "restarting" ->
          new Sandbox(
              agent,
              container.getId(),
              Sandbox.State.RUNNING,
              OptionalInt.of(Objects.requireNonNullElse(state.getPidLong(), 0L).intValue()),
              instant(state.getStartedAt()),
              Optional.empty());
      default ->
          new Sandbox(
              agent,
              container.getId(),
              Sandbox.State.EXITED,
              OptionalInt.empty(),
              instant(state.getStartedAt()),
              Optional.of(exit(container)));
    };
  }

  Exit exit(InspectContainerResponse container) {
    var state = container.getState();
    int code = Objects.requireNonNullElse(state.getExitCodeLong(), (long) Exit.UNKNOWN).intValue();
    boolean flag = Boolean.TRUE.equals(state.getOOMKilled());
    return of(container.getId(), code, instant(state.getFinishedAt()), () -> flag);
  }

  /** Reads a time of the engine, whose "never" lies before the epoch. */
  private static Instant instant(@Nullable String text) {
    try {
      Instant read = Instant.parse(String.valueOf(text));
      return read.isBefore(Instant.EPOCH) ? Instant.EPOCH : read;
    } catch (DateTimeParseException e) {
      return Instant.EPOCH;
    }
  }
}
