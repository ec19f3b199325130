package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;

/** Reads and removes the blob files of a layout. */
final class Blobs {
  private Blobs() {}

  /** Reads a file that must be what {@code descriptor} says. */
  static byte[] read(Path file, Descriptor descriptor, long largest) {
    if (descriptor.size() > largest) {
      throw new OciException(
          Reason.INVALID_IMAGE,
          descriptor.digest() + " has " + descriptor.size() + " bytes, more than " + largest,
          "The image is not usable; get it from another source.");
    }
    byte[] content;
    try (InputStream in = Files.newInputStream(file)) {
      content = in.readNBytes((int) Math.min(descriptor.size() + 1, Integer.MAX_VALUE - 8));
    } catch (NoSuchFileException e) {
      throw new OciException(
          Reason.NOT_FOUND,
          "blob " + descriptor.digest() + " is not in the local store",
          "Pull or build its image again.",
          e);
    } catch (IOException e) {
      throw StoreLock.failure(file, e);
    }
    if (content.length != descriptor.size() || !Digest.of(content).equals(descriptor.digest())) {
      throw new OciException(
          Reason.DIGEST_MISMATCH,
          "stored blob " + descriptor.digest() + " is not what its image says",
          "Remove the image and pull or build it again.");
    }
    return content;
  }

  /** Removes every blob file whose digest is not in {@code kept}; other files stay. */
  static Collected removeAllBut(Layout layout, Set<Digest> kept) throws IOException {
    int blobs = 0;
    long bytes = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(layout.blobs(), "[0-9a-f]*")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (name.length() == 64 && !kept.contains(new Digest(name))) {
          bytes += Files.size(file);
          blobs++;
          Files.delete(file);
        }
      }
    }
    return new Collected(blobs, bytes);
  }
}
