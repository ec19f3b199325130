package dev.otters.executor;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A program to run in a sandbox of its own, in the folder {@code /workspace}.
 *
 * @param sandbox the sandbox, which has the key of a run, and the program as its command. Its root
 *     needs only {@code workspace/ home/ tmp/ var/lib/ opt/bins/ etc/}.
 * @param environment variables besides those of the sandbox, which they replace
 * @param secrets further variables, which replace the others. Only the program gets them: the
 *     executor keeps them in no file, argument or container.
 * @param timeout the longest time from the start of the program to its end
 */
public record RunSpec(
    SandboxSpec sandbox,
    Map<String, String> environment,
    Map<String, String> secrets,
    Duration timeout) {
  /** Creates a run without secrets. */
  public RunSpec(SandboxSpec sandbox, Map<String, String> environment, Duration timeout) {
    this(sandbox, environment, Map.of(), timeout);
  }

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when the sandbox is an agent's, the time is not positive, or a
   *     variable or an argument contains a NUL character
   */
  public RunSpec {
    environment = without(environment, secrets);
    secrets = Map.copyOf(secrets);
    boolean fits = !sandbox.key().isAgent() && timeout.isPositive();
    if (!fits) {
      throw new IllegalArgumentException("not a run: " + sandbox.key() + " for " + timeout);
    }
    program(sandbox, environment);
    program(sandbox, secrets);
  }

  private static Map<String, String> without(
      Map<String, String> variables, Map<String, String> others) {
    Map<String, String> left = new HashMap<>(variables);
    left.keySet().removeAll(others.keySet());
    return Map.copyOf(left);
  }

  private static ExecSpec program(SandboxSpec sandbox, Map<String, String> environment) {
    return new ExecSpec(sandbox.command(), environment, ExecSpec.USUAL_FOLDER, Optional.empty());
  }

  /** Returns the program without its sandbox. */
  public ExecSpec program() {
    return program(sandbox, environment);
  }

  /** Returns the sandbox, whose program begins with the launcher if there are secrets. */
  public SandboxSpec launched() {
    return secrets.isEmpty()
        ? sandbox
        : sandbox.with(sandbox.socketFolder(), SecretLauncher.command(sandbox.command()));
  }

  /** Returns what the launcher reads before the program begins; empty if there are no secrets. */
  byte[] firstInput() {
    return secrets.isEmpty() ? new byte[0] : SecretLauncher.input(secrets);
  }

  /** Returns all variables of the program except the secrets. */
  public Map<String, String> variables() {
    Map<String, String> all = new TreeMap<>(SandboxBaseline.environment());
    all.remove(SandboxBaseline.SOCKET_VARIABLE);
    all.putAll(environment);
    all.keySet().removeAll(secrets.keySet());
    return all;
  }

  /** Omits the values of variables. */
  @Override
  public String toString() {
    return "RunSpec[" + sandbox.key() + ", " + environment.keySet() + ", " + secrets.keySet() + "]";
  }
}
