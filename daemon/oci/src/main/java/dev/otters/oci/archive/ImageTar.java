package dev.otters.oci.archive;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.json.JsonText;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.tar.TarWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Moves images between a store and OCI-layout tar files. */
public final class ImageTar {
  private final OciStore store;

  /** Reads from {@code store} and writes to it. */
  public ImageTar(OciStore store) {
    this.store = store;
  }

  /**
   * Loads every image of a tar that has a name, checking all digests.
   *
   * @return the new tags, in the order of the tar's index
   * @throws OciException INVALID_IMAGE or DIGEST_MISMATCH when anything in it is wrong, STORE when
   *     it cannot be read; then the store is as it was
   */
  public List<ImageReference> load(Path tar, Progress progress) {
    try (InputStream in = Files.newInputStream(tar);
        Ingest ingest = store.ingest()) {
      String name = Quoted.of(tar.getFileName() + "");
      byte[] index = new LayoutTarReader(name, ingest, progress).read(in);
      List<ImageReference> loaded = new ArrayList<>();
      for (Descriptor entry : entries(index, name)) {
        Completeness.check(ingest, entry, name);
        ImageReference reference = reference(entry, name);
        ingest.tag(reference, entry.withAnnotations(Map.of()), Origin.LOADED);
        loaded.add(reference);
      }
      ingest.commit();
      return loaded;
    } catch (IOException e) {
      throw new OciException(
          Reason.STORE, "cannot load " + tar + ": " + e, "Check the file and the disk.", e);
    }
  }

  /**
   * Writes images with all that the store has of them; the stream stays open.
   *
   * @throws OciException NOT_FOUND when one is not in the store
   * @throws IOException when {@code out} does
   */
  public void write(List<ImageReference> images, OutputStream out) throws IOException {
    Map<Digest, Descriptor> blobs = new LinkedHashMap<>();
    List<Descriptor> entries = new ArrayList<>();
    for (ImageReference image : images) {
      Descriptor root = store.require(image);
      store.closure(root).forEach(blob -> blobs.putIfAbsent(blob.digest(), blob));
      entries.add(root.withAnnotations(Map.of(Annotations.REF_NAME, image.toString())));
    }
    ImageIndex index = new ImageIndex(MediaTypes.INDEX, Optional.empty(), entries, Map.of());
    try (TarWriter tar = new TarWriter(out)) {
      tar.file("oci-layout", 0644, JsonText.compact(Map.of("imageLayoutVersion", "1.0.0")));
      tar.file("index.json", 0644, ManifestCodec.write(index));
      for (Descriptor blob : blobs.values()) {
        try (InputStream in = store.open(blob.digest())) {
          tar.file("blobs/sha256/" + blob.digest().hex(), 0644, in, blob.size());
        }
      }
    }
  }

  private static List<Descriptor> entries(byte[] index, String name) {
    if (ManifestCodec.read(index, name) instanceof ImageIndex list && !list.manifests().isEmpty()) {
      return list.manifests();
    }
    throw invalid(name + " holds no images");
  }

  /** Takes our own full name, or containerd's where the first is only a tag. */
  private static ImageReference reference(Descriptor entry, String name) {
    Optional<String> own = Optional.ofNullable(entry.annotations().get(Annotations.REF_NAME));
    Optional<String> engine =
        Optional.ofNullable(entry.annotations().get(Annotations.CONTAINERD_NAME));
    return own.filter(text -> engine.isEmpty() || text.matches(".*[/:].*"))
        .or(() -> engine)
        .map(ImageReference::parse)
        .orElseThrow(() -> invalid(name + " holds an image without a name"));
  }

  private static OciException invalid(String message) {
    return new OciException(
        Reason.INVALID_IMAGE, message, "Save it again, with the names of its images.");
  }
}
