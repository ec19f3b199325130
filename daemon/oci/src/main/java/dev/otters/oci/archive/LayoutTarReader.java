package dev.otters.oci.archive;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.BlobWriter;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.tar.TarBudget;
import dev.otters.oci.tar.TarEntry;
import dev.otters.oci.tar.TarEntry.Kind;
import dev.otters.oci.tar.TarReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes the blobs of an OCI-layout tar in, in any order, and finds its index. */
final class LayoutTarReader {
  private static final int MOST_BLOBS = 20_000;
  private static final long MOST_BYTES = 64L << 30;
  private static final Pattern BLOB = Pattern.compile("blobs/sha256/([0-9a-f]{64})");

  private final String what;
  private final Ingest ingest;
  private final Progress progress;

  LayoutTarReader(String what, Ingest ingest, Progress progress) {
    this.what = what;
    this.ingest = ingest;
    this.progress = progress;
  }

  /** Returns the bytes of {@code index.json}; files that no layout has are passed over. */
  byte[] read(InputStream in) throws IOException {
    Optional<byte[]> index = Optional.empty();
    try (TarReader tar = TarReader.open(in, what, new TarBudget(MOST_BLOBS, MOST_BYTES))) {
      for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
        TarEntry entry = next.get();
        Matcher blob = BLOB.matcher(entry.name());
        if (entry.kind() == Kind.FILE && blob.matches()) {
          take(new Descriptor("", new Digest(blob.group(1)), entry.size()), tar);
        } else if (entry.kind() == Kind.FILE && entry.name().equals("index.json")) {
          index = Optional.of(tar.read(ManifestCodec.LARGEST));
        }
      }
    }
    return index.orElseThrow(
        () ->
            new OciException(
                Reason.INVALID_IMAGE,
                what + " is no OCI layout: it has no index.json",
                "Save images with: otters image save."));
  }

  private void take(Descriptor blob, TarReader tar) throws IOException {
    String item = blob.digest().abbreviated();
    progress.update(item, 0, blob.size(), "load");
    if (!ingest.has(blob.digest())) {
      try (BlobWriter writer = ingest.writer(blob)) {
        tar.copyTo(writer);
        writer.finish();
      }
    }
    progress.update(item, blob.size(), blob.size(), "load");
  }
}
