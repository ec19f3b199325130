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

  Path state() {
    return folder.resolve("system");
  }

  Path plainState() {
    return folder.resolve("unsandboxed");
  }

  /** Returns a short name that is unique on this machine. */
  String shortName() {
    return id.toString().replace("-", "");
  }
}
