package dev.otters.server;

import dev.otters.agents.image.StoreCare;
import dev.otters.api.image.FsckResult;
import dev.otters.api.image.PruneResult;
import dev.otters.api.image.TransferList;
import dev.otters.oci.Progress;
import dev.otters.server.http.StoreOperations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/**
 * Gives operators access to the image store as a whole.
 *
 * @param care looks after it
 */
record StoreCalls(StoreCare care) implements StoreOperations {
  @Override
  public void tag(String source, String target) {
    care.tag(source, target);
  }

  @Override
  public void save(List<String> references, OutputStream out) throws IOException {
    care.save(references, out);
  }

  @Override
  public TransferList load(Optional<String> name, InputStream file, Progress progress) {
    return care.load(name, file, progress);
  }

  @Override
  public PruneResult prune(boolean all, boolean dryRun) {
    return care.prune(all, dryRun);
  }

  @Override
  public FsckResult fsck(boolean repair, Progress progress) {
    return care.fsck(repair, progress);
  }
}
