package dev.otters.oci.archive;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.Compression;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import org.jspecify.annotations.Nullable;

/** A layer for an engine without zstd. */
record PlainLayer(OciStore store, Descriptor stored) {
  private static final int BUFFER = 1 << 16;
  private static final long LARGEST = 16L << 30;

  /**
   * Returns the descriptor of the layer without zstd; that of the layer itself if it does not use
   * zstd.
   *
   * @throws OciException INVALID_IMAGE if it is damaged or too large
   */
  Descriptor descriptor() throws IOException {
    try (BufferedInputStream packed =
        new BufferedInputStream(store.open(stored.digest()), BUFFER)) {
      if (Compression.of(packed) != Compression.ZSTD) {
        return stored;
      }
      try (DigestInputStream plain =
          new DigestInputStream(Compression.unpacked(packed), Digest.sha256())) {
        long size = drain(plain);
        return new Descriptor(
            MediaTypes.TAR, Digest.ofHash(plain.getMessageDigest().digest()), size);
      }
    }
  }

  InputStream open() throws IOException {
    return Compression.unpacked(store.open(stored.digest()));
  }

  private long drain(InputStream in) {
    byte[] buffer = new byte[BUFFER];
    long size = 0;
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        size += n;
        if (size > LARGEST) {
          throw broken("has more than " + LARGEST + " bytes", null);
        }
      }
      return size;
    } catch (IOException e) {
      throw broken("is damaged: " + e.getMessage(), e);
    }
  }

  private OciException broken(String why, @Nullable IOException cause) {
    return new OciException(
        Reason.INVALID_IMAGE,
        "layer " + stored.digest() + " " + why,
        "Remove the image and pull or build it again.",
        cause);
  }
}
