package dev.otters.executor.unpack;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.Compression;
import dev.otters.oci.tar.TarBudget;
import dev.otters.oci.tar.TarReader;
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;

/** Reads the tar of a layer, and then verifies that it is the image's layer. */
final class VerifiedLayer implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  /** The longest end of a tar. Tars end with zeros, and some tools write many. */
  private static final long LONGEST_END = 64 << 20;

  private final Descriptor blob;
  private final Digest diffId;
  private final DigestInputStream packed;
  private final DigestInputStream plain;
  private final TarReader tar;

  private VerifiedLayer(
      Descriptor blob,
      Digest diffId,
      DigestInputStream packed,
      InputStream unpacked,
      TarBudget left) {
    this.blob = blob;
    this.diffId = diffId;
    this.packed = packed;
    this.plain = new DigestInputStream(unpacked, Digest.sha256());
    this.tar = TarReader.plain(plain, name(blob), left);
  }

  /**
   * Starts to read a layer.
   *
   * @param diffId digest of the uncompressed tar
   * @param left the bytes that may still be read of the whole image
   */
  static VerifiedLayer open(OciStore store, Descriptor blob, Digest diffId, TarBudget left) {
    DigestInputStream packed = new DigestInputStream(store.open(blob.digest()), Digest.sha256());
    InputStream opened = packed;
    try {
      opened = Compression.unpacked(packed);
      return new VerifiedLayer(blob, diffId, packed, opened, left);
    } catch (IOException | OciException e) {
      closeAfter(opened, e);
      throw e instanceof OciException known
          ? known
          : damaged(blob, "is damaged: " + e.getMessage());
    }
  }

  private static void closeAfter(InputStream in, Exception cause) {
    try {
      in.close();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  TarReader tar() {
    return tar;
  }

  /**
   * Reads the rest after the last entry, and compares both digests.
   *
   * @throws OciException DIGEST_MISMATCH when this is another layer, INVALID_IMAGE when it is
   *     damaged
   */
  void verify() {
    try {
      drain(plain);
      drain(packed);
    } catch (IOException e) {
      throw damaged(blob, "is damaged: " + e.getMessage());
    }
    compare("the stored file", blob.digest(), packed);
    compare("its content", diffId, plain);
  }

  private void drain(InputStream in) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long count = 0;
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      count += n;
      if (count > LONGEST_END) {
        throw damaged(blob, "continues after the end of its tar");
      }
    }
  }

  private void compare(String what, Digest wanted, DigestInputStream read) {
    Digest found = Digest.ofHash(read.getMessageDigest().digest());
    if (!found.equals(wanted)) {
      throw new OciException(
          Reason.DIGEST_MISMATCH,
          name(blob) + " differs from the image: " + what + " is " + found + ", not " + wanted,
          "Remove the image and pull or build it again.");
    }
  }

  private static String name(Descriptor blob) {
    return "layer " + blob.digest();
  }

  private static OciException damaged(Descriptor blob, String how) {
    return new OciException(
        Reason.INVALID_IMAGE,
        name(blob) + " " + how,
        "Remove the image and pull or build it again.");
  }

  @Override
  public void close() {
    tar.close();
  }
}
