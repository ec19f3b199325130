package dev.otters.oci.store;

import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@code index.json} of a store and the copy from which it can be rebuilt. */
record IndexFile(Layout layout) {
  private static final Logger LOG = LoggerFactory.getLogger(IndexFile.class);

  /** Reads the index. Every open store has one: without it all content would look unused. */
  LayoutIndex read() throws IOException {
    try {
      if (Files.notExists(layout.index(), LinkOption.NOFOLLOW_LINKS)) {
        throw new OciException(Reason.STORE, layout.index() + " is missing", "");
      }
      return LayoutIndex.read(layout.index());
    } catch (OciException e) {
      throw new OciException(Reason.STORE, String.valueOf(e.getMessage()), "Repair the store.", e)
          .with(new Fix(Operation.CHECK_STORE));
    }
  }

  /** Reads the copy; empty if it is missing or unreadable. */
  Optional<LayoutIndex> copy() throws IOException {
    if (!Files.exists(layout.indexCopy())) {
      return Optional.empty();
    }
    try {
      return Optional.of(LayoutIndex.read(layout.indexCopy()));
    } catch (OciException _) {
      return Optional.empty();
    }
  }

  void write(LayoutIndex index) throws IOException {
    byte[] json = index.write();
    Durable.replace(layout.index(), json);
    copy(json);
  }

  /**
   * Replaces the index with one that has fewer tags. On a full disk the copy is removed to make
   * room.
   */
  void writeSmaller(LayoutIndex index) throws IOException {
    byte[] json = index.write();
    try {
      Durable.replace(layout.index(), json);
    } catch (IOException e) {
      if (!Room.isFull(e) || !Files.deleteIfExists(layout.indexCopy())) {
        throw e;
      }
      Durable.replace(layout.index(), json);
    }
    copy(json);
  }

  private void copy(byte[] json) throws IOException {
    Path fresh = layout.indexCopy().resolveSibling(".index-copy");
    try {
      Files.write(fresh, json);
      Files.move(fresh, layout.indexCopy(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      LOG.atWarn()
          .addKeyValue("folder", layout.folder())
          .log("The copy of the image index could not be written: {}", e.getMessage());
      Files.deleteIfExists(fresh);
    }
  }
}
