package dev.otters.executor.system;

import java.nio.file.Path;
import java.util.UUID;

/**
 * Says on whose behalf sandboxes run.
 *
 * @param id which tells this home's sandboxes from those of other homes
 * @param folder the home folder, absolute and free of links; the folders {@code system} and {@code
 *     unsandboxed} in it are the executors' own
 */
public record SystemHome(UUID id, Path folder) {
  public SystemHome {
    if (!folder.isAbsolute()) {
      throw new IllegalArgumentException("the home is not absolute: " + folder);
    }
  }

  /** Returns where the state of sandboxes is kept. */
  Path state() {
    return folder.resolve("system");
  }

  /** Returns where the state of agents without a sandbox is kept. */
  Path plainState() {
    return folder.resolve("unsandboxed");
  }

  /** Returns a short name that no other home on this machine has. */
  String shortName() {
    return id.toString().replace("-", "");
  }
}
