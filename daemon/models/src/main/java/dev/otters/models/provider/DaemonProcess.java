package dev.otters.models.provider;

import java.time.Instant;
import java.util.Map;

/**
 * Is what an error about a variable has to say of the process whose variable it is.
 *
 * @param environment the environment of the daemon, fixed when it was started
 */
public record DaemonProcess(Map<String, String> environment, long pid, Instant startedAt) {
  /** Copies the environment. */
  public DaemonProcess {
    environment = Map.copyOf(environment);
  }

  /** Shows no value of the environment. */
  @Override
  public String toString() {
    return "the daemon (pid " + pid + ", started " + startedAt + ")";
  }
}
