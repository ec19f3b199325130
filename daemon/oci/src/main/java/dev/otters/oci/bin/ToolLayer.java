package dev.otters.oci.bin;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.store.BlobWriter;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.tar.TarWriter;
import java.io.IOException;
import java.security.DigestOutputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The layer of a BIN image that contains the tool.
 *
 * @param blob the gzipped tar
 * @param diffId digest of the tar itself
 */
record ToolLayer(Descriptor blob, Digest diffId) {

  /** Writes the files of a layer. */
  interface Files {
    void write(TarWriter tar) throws IOException;
  }

  /** Packs files, which belong to root and have time 0. */
  static ToolLayer write(Ingest ingest, Files files) throws IOException {
    try (BlobWriter blob = ingest.writer(MediaTypes.TAR_GZIP);
        GZIPOutputStream gzip = new GZIPOutputStream(blob, 1 << 16);
        DigestOutputStream plain = new DigestOutputStream(gzip, Digest.sha256())) {
      try (TarWriter tar = new TarWriter(plain)) {
        files.write(tar);
      }
      gzip.finish();
      return new ToolLayer(blob.finish(), Digest.ofHash(plain.getMessageDigest().digest()));
    }
  }
}
