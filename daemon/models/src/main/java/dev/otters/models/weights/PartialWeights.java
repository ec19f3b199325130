package dev.otters.models.weights;

import dev.otters.oci.Digest;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/**
 * The downloaded beginning of weights. A source continues where another one stopped, and the digest
 * of the whole decides in the end. For use by one thread, which holds the lock of the weights.
 *
 * <p>Every method throws {@link dev.otters.api.ApiException} if the disk fails.
 */
final class PartialWeights implements AutoCloseable {
  private static final int BUFFER = 1 << 20;

  private final WeightsFolder folder;
  private final CatalogueEntry entry;
  private final Progress progress;
  private final FileChannel channel;
  private MessageDigest hash = Digest.sha256();
  private long size;

  private PartialWeights(
      WeightsFolder folder, CatalogueEntry entry, Progress progress, FileChannel channel) {
    this.folder = folder;
    this.entry = entry;
    this.progress = progress;
    this.channel = channel;
  }

  /** Opens the existing part of the weights, which may be empty. */
  static PartialWeights open(WeightsFolder folder, CatalogueEntry entry, Progress progress) {
    Path file = folder.partial(entry.sha256());
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      PartialWeights partial = new PartialWeights(folder, entry, progress, channel);
      partial.cut(Math.min(channel.size(), entry.bytes()));
      return partial;
    } catch (IOException e) {
      throw DiskErrors.unusable(e, file);
    }
  }

  long size() {
    return size;
  }

  boolean complete() {
    return size == entry.bytes();
  }

  /** Adds bytes. Throws if the source sends more than the weights have. */
  void append(byte[] bytes, int length) {
    if (size + length > entry.bytes()) {
      throw SourceFailure.lasting(
          "it sends more than the " + entry.bytes() + " bytes of the model");
    }
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
      while (buffer.hasRemaining()) {
        int position = buffer.position();
        int written = channel.write(buffer, size);
        hash.update(bytes, position, written);
        size += written;
      }
    } catch (IOException e) {
      throw DiskErrors.of(e, file(), entry, size);
    }
    progress.update(entry.name(), size, entry.bytes(), "pull");
  }

  void cut(long length) {
    try {
      channel.truncate(length);
      hash = Digest.sha256();
      size = 0;
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
      while (size < length) {
        int read = channel.read(buffer.clear(), size);
        if (read < 0) {
          break;
        }
        hash.update(buffer.flip());
        size += read;
        progress.update(entry.name(), size, length, "check");
      }
    } catch (IOException e) {
      throw DiskErrors.of(e, file(), entry, size);
    }
  }

  /** Returns the entity tag of the download from a URL; empty for none. */
  Optional<String> tag(String address) {
    Path origin = folder.origin(entry.sha256());
    try {
      List<String> lines = Files.exists(origin) ? Files.readAllLines(origin) : List.of();
      return lines.size() == 2 && lines.getFirst().equals(address)
          ? Optional.of(lines.getLast())
          : Optional.empty();
    } catch (IOException e) {
      throw DiskErrors.unusable(e, origin);
    }
  }

  /** Starts again with a response of a URL. */
  void restart(String address, Optional<String> tag) {
    cut(0);
    Path origin = folder.origin(entry.sha256());
    try {
      if (tag.isPresent()) {
        Files.writeString(origin, address + "\n" + tag.get() + "\n");
      } else {
        Files.deleteIfExists(origin);
      }
    } catch (IOException e) {
      throw DiskErrors.of(e, origin, entry, size);
    }
  }

  /**
   * Installs the complete weights if their digest is right.
   *
   * @return whether it is right; otherwise the file is emptied
   */
  boolean seal() {
    Digest found = Digest.ofHash(hash.digest());
    try {
      if (!found.equals(entry.sha256())) {
        cut(0);
        return false;
      }
      channel.force(true);
      Files.move(file(), folder.weights(entry.sha256()), StandardCopyOption.ATOMIC_MOVE);
      Files.deleteIfExists(folder.origin(entry.sha256()));
      try (FileChannel names = FileChannel.open(folder.folder())) {
        names.force(true);
      }
      return true;
    } catch (IOException e) {
      throw DiskErrors.of(e, file(), entry, size);
    }
  }

  private Path file() {
    return folder.partial(entry.sha256());
  }

  /** Closes the file, and removes an empty one. */
  @Override
  public void close() {
    try {
      channel.close();
      if (size == 0) {
        for (Path file : folder.unfinished(entry.sha256())) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw DiskErrors.unusable(e, file());
    }
  }
}
