package dev.otters.oci.archive;

import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.json.ExportedBlobs;
import dev.otters.oci.json.JsonView;
import dev.otters.oci.manifest.DescriptorCodec;
import dev.otters.oci.store.BlobWriter;
import dev.otters.oci.store.Ingest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Loads an export of the original project: one image and its blobs in one JSON file. */
final class JsonExport implements ExportedBlobs.Target {
  private final Ingest ingest;
  private final String what;
  private @Nullable BlobWriter open;

  JsonExport(Ingest ingest, String what) {
    this.ingest = ingest;
    this.what = what;
  }

  ArchiveReader.Found read(InputStream in) throws IOException {
    try {
      Descriptor root = DescriptorCodec.read(new ExportedBlobs(what, this).read(in));
      if (!ingest.has(root.digest())) {
        throw invalid("is incomplete: it lacks its manifest " + root.digest());
      }
      return new ArchiveReader.Found(root, name(root).map(List::of).orElse(List.of()));
    } finally {
      if (open != null) {
        open.close();
      }
    }
  }

  @Override
  public OutputStream open(Optional<JsonView> descriptor) {
    open =
        descriptor
            .map(view -> ingest.writer(DescriptorCodec.read(view)))
            .orElseGet(() -> ingest.writer(MediaTypes.OCTETS));
    return open;
  }

  @Override
  public void end(JsonView view) throws IOException {
    Descriptor wanted = DescriptorCodec.read(view);
    Descriptor taken;
    try (BlobWriter writer = Objects.requireNonNull(open)) {
      taken = writer.finish();
    }
    open = null;
    if (!taken.digest().equals(wanted.digest()) || taken.size() != wanted.size()) {
      throw new OciException(
          Reason.DIGEST_MISMATCH,
          what + " holds " + taken.digest() + " instead of " + wanted.digest(),
          "Export it again.");
    }
  }

  /** Returns the title of the image as its name, since the format has no names. */
  private Optional<ImageReference> name(Descriptor root) {
    String title = ingest.manifest(root).annotations().getOrDefault(Annotations.TITLE, "");
    try {
      return Optional.of(ImageReference.parse(title.toLowerCase(Locale.ROOT) + ":latest"));
    } catch (OciException _) {
      return Optional.empty();
    }
  }

  private OciException invalid(String why) {
    return new OciException(Reason.INVALID_IMAGE, what + " " + why, "Export it again in full.");
  }
}
