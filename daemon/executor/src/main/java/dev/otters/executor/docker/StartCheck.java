package dev.otters.executor.docker;

import dev.otters.executor.BinMount;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Limitation;
import dev.otters.executor.Sandbox;
import dev.otters.executor.mounts.MountCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Makes sure that a started container is what was planned. */
final class StartCheck {
  private final Containers containers;

  StartCheck(Containers containers) {
    this.containers = containers;
  }

  /**
   * Compares a sandbox with its plan; one that has ended already has nothing to compare.
   *
   * @return why it could not be compared; empty when all is well
   * @throws ExecutorException TAMPERED when it is not what was planned
   */
  Optional<Limitation> check(Planned plan, Sandbox sandbox) {
    if (sandbox.pid().isEmpty()) {
      return Optional.empty();
    }
    int pid = sandbox.pid().getAsInt();
    try {
      if (!isOurs(pid, sandbox.id())) {
        return Optional.of(unverified("the engine's processes are not those of this machine"));
      }
      List<String> images = plan.spec().bins().stream().map(BinMount::target).toList();
      List<String> differences = MountCheck.differences(pid, plan.binds(), images);
      if (!differences.isEmpty() && isOurs(pid, sandbox.id())) {
        containers.kill(sandbox.id());
        throw new ExecutorException(
            Reason.TAMPERED,
            "the sandbox's mounts are not those requested: " + String.join("; ", differences),
            "Look into the agent's workspace and its mounted folders: somebody changed them while"
                + " the sandbox started.");
      }
      return Optional.empty();
    } catch (IOException e) {
      return isRunning(sandbox)
          ? Optional.of(unverified(String.valueOf(e.getMessage())))
          : Optional.empty();
    }
  }

  private static Limitation unverified(String why) {
    return new Limitation(
        "mounts-unverified", "The mounts of running sandboxes cannot be compared: " + why + ".");
  }

  private boolean isRunning(Sandbox sandbox) {
    return containers
        .inspect(sandbox.id())
        .map(container -> Boolean.TRUE.equals(container.getState().getRunning()))
        .orElse(false);
  }

  /** Tells whether a process of this number on this machine is in the container. */
  private static boolean isOurs(int pid, String container) throws IOException {
    Path cgroups = Path.of("/proc", Integer.toString(pid), "cgroup");
    return Files.exists(cgroups)
        && Files.readString(cgroups, StandardCharsets.UTF_8).contains(container);
  }
}
