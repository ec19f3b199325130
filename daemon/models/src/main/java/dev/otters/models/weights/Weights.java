package dev.otters.models.weights;

import dev.otters.oci.Digest;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;

/**
 * The weights in the folder and their states. A computed digest remains valid as long as the size
 * and time of the file do not change.
 */
final class Weights {
  private static final int BUFFER = 1 << 20;

  private final WeightsFolder folder;

  /** The state of the weights of a model. */
  enum State {
    /** No file exists. */
    ABSENT,
    /** The beginning exists, from which a pull resumes. */
    PARTIAL,
    /** The file is complete, as far as its size and time show. */
    INSTALLED,
    /** The file is damaged; a pull repairs it. */
    DAMAGED
  }

  Weights(WeightsFolder folder) {
    this.folder = folder;
  }

  /** Returns the state without reading the weights. */
  State look(CatalogueEntry entry) {
    Path file = folder.weights(entry.sha256());
    try {
      if (!Files.exists(file)) {
        return Files.exists(folder.partial(entry.sha256())) ? State.PARTIAL : State.ABSENT;
      }
      boolean bad = Files.size(file) != entry.bytes() || said(entry).equals(stamp("bad", file));
      return bad ? State.DAMAGED : State.INSTALLED;
    } catch (IOException e) {
      throw DiskErrors.unusable(e, file);
    }
  }

  /**
   * Returns whether the weights are complete. Reads them unless that was done since their last
   * change.
   *
   * @param again whether to read them in any case
   */
  synchronized boolean whole(CatalogueEntry entry, boolean again, Progress progress) {
    Path file = folder.weights(entry.sha256());
    try {
      if (look(entry) != State.INSTALLED && !again) {
        return false;
      }
      String good = stamp("good", file);
      if (!again && said(entry).equals(good)) {
        return true;
      }
      boolean whole = digest(entry, file, progress).equals(entry.sha256());
      say(entry, whole ? good : stamp("bad", file));
      return whole;
    } catch (IOException e) {
      throw DiskErrors.unusable(e, file);
    }
  }

  /** Records that weights were verified while they were written. */
  void good(CatalogueEntry entry) {
    Path file = folder.weights(entry.sha256());
    try {
      say(entry, stamp("good", file));
    } catch (IOException e) {
      throw DiskErrors.unusable(e, file);
    }
  }

  long begun(CatalogueEntry entry) {
    Path file = folder.partial(entry.sha256());
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw DiskErrors.unusable(e, file);
    }
  }

  private String said(CatalogueEntry entry) throws IOException {
    Path stamp = folder.stamp(entry.sha256());
    return Files.exists(stamp) ? Files.readString(stamp) : "";
  }

  /** Records the state, unless another user owns the folder: then each daemon reads again. */
  private void say(CatalogueEntry entry, String text) throws IOException {
    if (Files.isWritable(folder.folder())) {
      Files.writeString(folder.stamp(entry.sha256()), text);
    }
  }

  private static String stamp(String word, Path file) throws IOException {
    return word + " " + Files.size(file) + " " + Files.getLastModifiedTime(file) + "\n";
  }

  private static Digest digest(CatalogueEntry entry, Path file, Progress progress)
      throws IOException {
    MessageDigest hash = Digest.sha256();
    byte[] buffer = new byte[BUFFER];
    long done = 0;
    try (InputStream in = Files.newInputStream(file)) {
      for (int read; (read = in.read(buffer)) >= 0; ) {
        hash.update(buffer, 0, read);
        done += read;
        progress.update(entry.name(), done, entry.bytes(), "verify");
      }
    }
    return Digest.ofHash(hash.digest());
  }
}
