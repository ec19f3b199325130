package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads, lists and removes the blob files of a layout. */
final class Blobs {
  private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");

  private Blobs() {}

  /** Reads a file that must match {@code descriptor}. */
  static byte[] read(Path file, Descriptor descriptor, long largest) {
    if (descriptor.size() > largest) {
      throw new OciException(
          Reason.INVALID_IMAGE,
          descriptor.digest() + " has " + descriptor.size() + " bytes, more than " + largest,
          "Get the image from another source.");
    }
    byte[] content;
    try (InputStream in = Files.newInputStream(file)) {
      content = in.readNBytes((int) Math.min(descriptor.size() + 1, Integer.MAX_VALUE - 8));
    } catch (NoSuchFileException e) {
      throw new OciException(
          Reason.NOT_FOUND,
          "blob " + descriptor.digest() + " is not in the local store",
          "Pull or build the image again.",
          e);
    } catch (IOException e) {
      throw StoreLock.failure(file, e);
    }
    if (content.length != descriptor.size() || !Digest.of(content).equals(descriptor.digest())) {
      throw new OciException(
          Reason.DIGEST_MISMATCH,
          "stored blob " + descriptor.digest() + " does not match its image",
          "Remove the image and pull or build it again.");
    }
    return content;
  }

  static List<Path> files(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "[0-9a-f]*")) {
      for (Path file : files) {
        if (NAME.matcher(file.getFileName() + "").matches()) {
          found.add(file);
        }
      }
    }
    return found;
  }

  /**
   * Removes every blob file whose digest is not in {@code kept}; other files stay.
   *
   * @param remove false to count them only
   */
  static Collected removeAllBut(Layout layout, Set<Digest> kept, boolean remove)
      throws IOException {
    Collected collected = Collected.NOTHING;
    for (Path file : files(layout.blobs())) {
      if (!kept.contains(digest(file))) {
        boolean plain = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        collected = collected.plus(plain ? Files.size(file) : 0);
        if (remove) {
          Quarantine.remove(file);
        }
      }
    }
    return collected;
  }

  static Digest hash(Path file) throws IOException {
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), Digest.sha256())) {
      in.transferTo(OutputStream.nullOutputStream());
      return Digest.ofHash(in.getMessageDigest().digest());
    }
  }

  /** Returns the digest in the name of a blob's file. */
  static Digest digest(Path file) {
    return new Digest(file.getFileName() + "");
  }
}
