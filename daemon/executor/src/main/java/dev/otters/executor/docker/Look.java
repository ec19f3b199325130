package dev.otters.executor.docker;

import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.otters.executor.Pause;
import dev.otters.executor.docker.engine.EngineErrors;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A look at a container that may end or vanish meanwhile. Docker answers 404 for one that is gone.
 * Podman answers 500 for one that is being removed, and for one whose first process ended after
 * Podman had opened {@code /proc/<pid>/cgroup}.
 */
final class Look {
  private static final Pattern ENDED = Pattern.compile("(read|open) /proc/\\d+/cgroup: ");
  private static final int TRIES = 20;
  private static final Duration INTERVAL = Duration.ofMillis(50);

  private Look() {}

  /**
   * Returns what the engine says; empty when there is no such container.
   *
   * @throws InternalServerErrorException the engine's refusal, also when it still cannot say after
   *     a second that a process ended
   */
  static <T> Optional<T> at(Supplier<T> inspect) {
    for (int left = TRIES - 1; ; left--) {
      try {
        return Optional.of(inspect.get());
      } catch (NotFoundException _) {
        return Optional.empty();
      } catch (InternalServerErrorException e) {
        String message = EngineErrors.message(e);
        if (message.contains("no such container")) {
          return Optional.empty();
        }
        if (left == 0 || !ENDED.matcher(message).find()) {
          throw e;
        }
        Pause.sleep(INTERVAL);
      }
    }
  }
}
