package dev.otters.models.provider;

import java.time.Instant;
import java.util.Map;

/**
 * The daemon's process, which errors about variables name.
 *
 * @param environment the environment that the daemon was started with
 */
public record DaemonProcess(Map<String, String> environment, long pid, Instant startedAt) {
  /** Copies the environment. */
  public DaemonProcess {
    environment = Map.copyOf(environment);
  }

  /** Returns the process id and start time, without the environment. */
  @Override
  public String toString() {
    return "the daemon (pid " + pid + ", started " + startedAt + ")";
  }
}
