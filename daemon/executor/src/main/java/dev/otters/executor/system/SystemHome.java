package dev.otters.executor.system;

import java.nio.file.Path;
import java.util.UUID;

/**
 * The owner of sandboxes.
 *
 * @param id distinguishes this home's sandboxes from those of other homes
 * @param folder the home folder, absolute and without links; its folders {@code system} and {@code
 *     unsandboxed} belong to the executors
 */
public record SystemHome(UUID id, Path folder) {
  public SystemHome {
    if (!folder.isAbsolute()) {
      throw new IllegalArgumentException("the home is not absolute: " + folder);
    }
  }

  /** Returns the folder for the state of sandboxes. */
  Path state() {
    return folder.resolve("system");
  }

  /** Returns the folder for the state of agents without a sandbox. */
  Path plainState() {
    return folder.resolve("unsandboxed");
  }

  /** Returns a short name that is unique on this machine. */
  String shortName() {
    return id.toString().replace("-", "");
  }
}
