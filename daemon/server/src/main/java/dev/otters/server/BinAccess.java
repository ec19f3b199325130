package dev.otters.server;

import dev.otters.agents.image.BinCatalog;
import dev.otters.agents.image.Builds;
import dev.otters.agents.image.ImageRemoval;
import dev.otters.api.RemovalResult;
import dev.otters.api.bin.BinList;
import dev.otters.api.bin.BinView;
import dev.otters.api.image.BuildResult;
import dev.otters.oci.Progress;
import dev.otters.server.http.BinOperations;
import java.io.InputStream;

/**
 * Gives operators access to the BIN images.
 *
 * @param builds makes them
 * @param catalog shows them
 * @param removal takes their names away
 */
record BinAccess(Builds builds, BinCatalog catalog, ImageRemoval removal) implements BinOperations {
  @Override
  public BuildResult build(Build request, InputStream programs, Progress progress) {
    Builds.BinRequest wanted =
        new Builds.BinRequest(
            request.name(),
            request.description(),
            request.tags(),
            request.usage(),
            request.created());
    return builds.bin(wanted, builds.receive(programs), progress);
  }

  @Override
  public BinList list() {
    return catalog.list();
  }

  @Override
  public BinView inspect(String reference) {
    return catalog.inspect(reference);
  }

  @Override
  public RemovalResult remove(String reference, boolean force) {
    return new RemovalResult(removal.remove(reference, force));
  }
}
