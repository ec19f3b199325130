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
 * Implements the operations on BIN images.
 *
 * @param builds packs programs
 * @param catalog lists images
 * @param removal removes the tags of images
 */
record BinAccess(Builds builds, BinCatalog catalog, ImageRemoval removal) implements BinOperations {
  @Override
  public BuildResult build(Builds.BinRequest request, InputStream programs, Progress progress) {
    return builds.bin(request, builds.receive(programs), progress);
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
