package dev.otters.executor.mounts;

import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.OwnerMap;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A host file or folder to bind into a sandbox, with its identity.
 *
 * @param source an absolute path without links
 * @param target an absolute and normalized path in the sandbox
 * @param readOnly whether the kernel refuses writes
 * @param id the identity of {@code source} when the bind was planned
 * @param operators whether the operator asked for it; such a folder may contain mounts of the host
 * @param owners the map of the files' owners that the sandbox's user needs; empty for the owners as
 *     they are
 */
public record Bind(
    Path source,
    String target,
    boolean readOnly,
    FileStat.FileId id,
    boolean operators,
    Optional<OwnerMap> owners) {
  /** Creates a bind that is not the operator's and shows the owners as they are. */
  public Bind(Path source, String target, boolean readOnly, FileStat.FileId id) {
    this(source, target, readOnly, id, false, Optional.empty());
  }

  /** Returns the same bind without writes. */
  Bind fixed() {
    return new Bind(source, target, true, id, operators, owners);
  }

  /** Returns the same bind of the same file by another path, with the owners as they are there. */
  Bind at(Path path) {
    return new Bind(path, target, readOnly, id, operators, Optional.empty());
  }
}
