package dev.otters.agents.files;

import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Name;
import java.util.List;
import java.util.Optional;

/**
 * A path in the sandbox, resolved.
 *
 * @param path its parts, without links
 * @param folder the folder that holds it; empty for the root of an area
 * @param file a handle of the file or folder; empty for a link, and for what does not exist
 */
record Place(Area area, List<Name> path, Optional<Fd> folder, Optional<Fd> file)
    implements AutoCloseable {
  Name name() {
    return path.getLast();
  }

  @Override
  public void close() {
    folder.ifPresent(Fd::close);
    file.filter(open -> open != area.root()).ifPresent(Fd::close);
  }
}
