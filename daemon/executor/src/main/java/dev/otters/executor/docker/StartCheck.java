package dev.otters.executor.docker;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.Limitation;
import dev.otters.executor.Limitations;
import dev.otters.executor.Sandbox;
import dev.otters.executor.mounts.MountCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares started containers with their plans. */
final class StartCheck {
  private static final Logger LOG = LoggerFactory.getLogger(StartCheck.class);

  private StartCheck() {}

  /**
   * Compares a sandbox with its plan, unless it has ended.
   *
   * @param running returns whether the sandbox still runs
   * @return the reason why it could not be compared; empty when it could
   * @throws ExecutorException TAMPERED when it differs from the plan
   */
  static Optional<Limitation> check(
      PlannedContainer plan, Sandbox sandbox, BooleanSupplier running) {
    if (sandbox.pid().isEmpty()) {
      return Optional.empty();
    }
    int pid = sandbox.pid().getAsInt();
    try {
      if (!isOurs(pid, sandbox.id())) {
        return running.getAsBoolean()
            ? Optional.of(unverified("the engine runs its processes elsewhere"))
            : Optional.empty();
      }
      MountCheck.differences(pid, plan.binds(), plan.images())
          .filter(differences -> !differences.isEmpty())
          .ifPresent(
              differences -> {
                throw MountCheck.tampered(differences);
              });
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(unverified(String.valueOf(e.getMessage())));
    }
  }

  private static Limitation unverified(String why) {
    return new Limitation(
        Limitations.MOUNTS_UNVERIFIED,
        "The mounts of running sandboxes cannot be compared: " + why + ".");
  }

  /** Returns whether the process of this pid on this machine belongs to the container. */
  static boolean isOurs(int pid, String container) throws IOException {
    Path cgroups = Path.of("/proc", Integer.toString(pid), "cgroup");
    try {
      return Files.readString(cgroups, StandardCharsets.UTF_8).contains(container);
    } catch (AccessDeniedException e) {
      throw e;
    } catch (IOException e) {
      LOG.debug("Process {} does not exist", pid, e);
      return false;
    }
  }
}
