package dev.otters.server.http;

import dev.otters.agents.image.StoreOperations;
import dev.otters.api.image.FsckResult;
import dev.otters.api.image.PruneResult;
import dev.otters.api.image.TransferList;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Keeps what it was told, and saves what tests want. */
final class FakeStore implements StoreOperations {
  final List<String> heard = new CopyOnWriteArrayList<>();

  /** Writes what is saved. */
  volatile Reply.Writer saved = out -> out.write("the tar".getBytes(StandardCharsets.UTF_8));

  /** Is given what is loaded. */
  volatile Consumer<InputStream> loader = in -> {};

  @Override
  public void tag(String source, String target) {
    heard.add("tag " + source + " " + target);
  }

  @Override
  public void save(List<String> references, OutputStream out) throws IOException {
    heard.add("save " + references);
    saved.write(out);
  }

  @Override
  public TransferList load(Optional<String> name, InputStream file, Progress progress) {
    loader.accept(file);
    try {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      heard.add("load " + name + " " + text);
      return new TransferList(List.of(FakeRegistries.MOVED));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public PruneResult prune(boolean all, boolean dryRun) {
    heard.add("prune " + all + " " + dryRun);
    return new PruneResult(List.of("a:1"), 2, 30, dryRun);
  }

  @Override
  public FsckResult fsck(boolean repair, Progress progress) {
    heard.add("fsck " + repair);
    return new FsckResult(1, 2, true, List.of());
  }

  static OciException absent() {
    return new OciException(OciException.Reason.NOT_FOUND, "no image x", "Build it.");
  }
}
