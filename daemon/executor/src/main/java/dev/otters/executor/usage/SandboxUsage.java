package dev.otters.executor.usage;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * The resources that a sandbox uses at one moment.
 *
 * @param memoryBytes without file content that the kernel can drop; if the sandbox has no cgroup,
 *     the sum of its processes, which counts shared memory several times
 * @param memoryLimitBytes empty when there is none
 */
public record SandboxUsage(
    Instant at, long memoryBytes, OptionalLong memoryLimitBytes, List<SandboxProcess> processes) {
  public SandboxUsage {
    processes = List.copyOf(processes);
  }

  /** Returns the processor time since the start of the sandbox. */
  public Duration cpu() {
    return processes.stream()
        .map(process -> process.cpu().plus(process.ended()))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
