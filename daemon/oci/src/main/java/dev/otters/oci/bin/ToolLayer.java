package dev.otters.oci.bin;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.store.BlobWriter;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.tar.TarWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The one layer of a BIN image.
 *
 * @param blob the gzipped tar
 * @param diffId digest of the tar itself
 */
record ToolLayer(Descriptor blob, Digest diffId) {

  /** Packs an executable and its usage text, if any. The files belong to root and have time 0. */
  static ToolLayer write(Ingest ingest, String name, Path binary, String usageFile, byte[] usage)
      throws IOException {
    try (BlobWriter blob = ingest.writer(MediaTypes.TAR_GZIP);
        GZIPOutputStream gzip = new GZIPOutputStream(blob, 1 << 16);
        DigestOutputStream plain = new DigestOutputStream(gzip, Digest.sha256())) {
      try (TarWriter tar = new TarWriter(plain);
          InputStream in = Files.newInputStream(binary)) {
        tar.file(name, 0755, in, Files.size(binary));
        if (usage.length > 0) {
          tar.file(usageFile, 0644, usage);
        }
      }
      gzip.finish();
      return new ToolLayer(blob.finish(), Digest.ofHash(plain.getMessageDigest().digest()));
    }
  }
}
