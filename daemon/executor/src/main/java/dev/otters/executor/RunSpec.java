package dev.otters.executor;

import dev.otters.executor.SandboxKey.Purpose;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A program to run in a sandbox of its own, in the folder {@code /workspace}.
 *
 * @param sandbox the sandbox, which has the key of a run, and the program as its command. Its root
 *     needs only {@code workspace/ home/ tmp/ var/lib/ opt/bins/ etc/}.
 * @param environment variables besides those of the sandbox, which they replace
 * @param timeout the longest time from the start of the program to its end
 */
public record RunSpec(SandboxSpec sandbox, Map<String, String> environment, Duration timeout) {
  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when the sandbox is an agent's, the time is not positive, or a
   *     variable or an argument contains a NUL character
   */
  public RunSpec {
    environment = Map.copyOf(environment);
    boolean fits = sandbox.key().purpose() == Purpose.TOOL && timeout.isPositive();
    if (!fits) {
      throw new IllegalArgumentException("not a run: " + sandbox.key() + " for " + timeout);
    }
    program(sandbox, environment);
  }

  private static ExecSpec program(SandboxSpec sandbox, Map<String, String> environment) {
    return new ExecSpec(sandbox.command(), environment, ExecSpec.USUAL_FOLDER, Optional.empty());
  }

  /** Returns the program without its sandbox. */
  public ExecSpec program() {
    return program(sandbox, environment);
  }

  /** Returns all variables of the program. */
  public Map<String, String> variables() {
    Map<String, String> all = new TreeMap<>(SandboxBaseline.environment());
    all.remove(SandboxBaseline.SOCKET_VARIABLE);
    all.putAll(environment);
    return all;
  }
}
