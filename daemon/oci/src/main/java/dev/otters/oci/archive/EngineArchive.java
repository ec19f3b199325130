package dev.otters.oci.archive;

import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.json.JsonText;
import dev.otters.oci.manifest.ImageConfig;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.TarWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Writes an image as a tar that Docker Engine 20.10 and later load: {@code manifest.json} for
 * engines with their own store, and an OCI layout for those with containerd's.
 *
 * <p>Layers that are not tars, such as a usage text, are left out: engines reject them.
 */
public final class EngineArchive {
  private static final int LARGEST_CONFIG = 4 << 20;

  private final OciStore store;
  private final boolean zstd;

  /**
   * Reads from {@code store}.
   *
   * @param zstd whether the engine supports zstd layers (23.0 and later); others get plain tars
   */
  public EngineArchive(OciStore store, boolean zstd) {
    this.store = store;
    this.zstd = zstd;
  }

  /**
   * Returns how an engine will identify the image, without writing anything.
   *
   * @param manifest digest of an image manifest, not of an index
   * @param tag full name for the engine, {@code host/name:tag}
   * @throws OciException NOT_FOUND if the store does not have it, INVALID_IMAGE if it is not a
   *     container image
   */
  public EngineImage describe(Digest manifest, String tag) {
    ImageManifest engine = engineManifest(manifest);
    return described(tag, engine, ManifestCodec.write(engine));
  }

  /**
   * Writes the image that {@link #describe} describes. The stream stays open.
   *
   * @throws IOException only if {@code out} fails
   */
  public EngineImage write(Digest manifest, String tag, OutputStream out, Progress progress)
      throws IOException {
    ImageManifest engine = engineManifest(manifest);
    byte[] bytes = ManifestCodec.write(engine);
    SequencedMap<Descriptor, Descriptor> blobs = given(engine);
    DockerEntry entry = new DockerEntry(withLayers(engine, blobs), List.of(tag));
    try (TarWriter tar = new TarWriter(out)) {
      tar.file("oci-layout", 0644, JsonText.compact(Map.of("imageLayoutVersion", "1.0.0")));
      tar.file("index.json", 0644, ManifestCodec.write(index(engine, bytes, tag)));
      tar.file("manifest.json", 0644, JsonText.compact(List.of(entry.fields())));
      tar.folder("blobs");
      tar.folder("blobs/sha256");
      tar.file(DockerEntry.blobName(Digest.of(bytes)), 0644, bytes);
      copy(blobs, tar, progress);
    }
    return described(tag, engine, bytes);
  }

  private static EngineImage described(String tag, ImageManifest engine, byte[] bytes) {
    Descriptor config = engine.config();
    return new EngineImage(tag, config.digest(), Digest.of(bytes), config.size());
  }

  /** Returns the form in which the engine gets each blob. */
  private SequencedMap<Descriptor, Descriptor> given(ImageManifest engine) throws IOException {
    SequencedMap<Descriptor, Descriptor> blobs = new LinkedHashMap<>();
    blobs.put(engine.config(), engine.config());
    for (Descriptor layer : engine.layers()) {
      blobs.put(layer, zstd ? layer : new PlainLayer(store, layer).descriptor());
    }
    return blobs;
  }

  private static ImageManifest withLayers(ImageManifest engine, Map<Descriptor, Descriptor> given) {
    List<Descriptor> layers =
        engine.layers().stream().map(layer -> given.getOrDefault(layer, layer)).toList();
    return new ImageManifest(
        engine.mediaType(), Optional.empty(), engine.config(), layers, Map.of());
  }

  private void copy(Map<Descriptor, Descriptor> blobs, TarWriter tar, Progress progress)
      throws IOException {
    for (Map.Entry<Descriptor, Descriptor> entry : blobs.entrySet()) {
      Descriptor blob = entry.getValue();
      String item = entry.getKey().digest().abbreviated();
      progress.update(item, 0, blob.size(), "load");
      try (InputStream in = open(entry.getKey(), blob)) {
        tar.file(DockerEntry.blobName(blob.digest()), 0644, in, blob.size());
      }
      progress.update(item, blob.size(), blob.size(), "load");
    }
  }

  private InputStream open(Descriptor stored, Descriptor given) throws IOException {
    return stored.equals(given)
        ? store.open(stored.digest())
        : new PlainLayer(store, stored).open();
  }

  private ImageManifest engineManifest(Digest digest) {
    Manifest manifest = store.manifest(digest);
    if (!(manifest instanceof ImageManifest image)) {
      throw invalid(digest, "is an index, not the image of one platform");
    }
    ImageConfig config =
        ImageConfig.read(store.read(image.config(), LARGEST_CONFIG), digest.toString());
    List<Descriptor> layers =
        DockerEntry.layers(image).stream()
            .map(layer -> new Descriptor(layer.mediaType(), layer.digest(), layer.size()))
            .toList();
    if (layers.size() != config.diffIds().size()) {
      throw invalid(
          digest,
          "has " + layers.size() + " tar layers, but its config lists " + config.diffIds().size());
    }
    layers.forEach(layer -> store.path(layer.digest()));
    Descriptor plain =
        new Descriptor(image.config().mediaType(), image.config().digest(), image.config().size());
    return new ImageManifest(image.mediaType(), Optional.empty(), plain, layers, Map.of());
  }

  private static ImageIndex index(ImageManifest engine, byte[] manifest, String tag) {
    Descriptor entry =
        Descriptor.of(engine.mediaType(), manifest)
            .withAnnotations(
                Map.of(
                    Annotations.CONTAINERD_NAME,
                    tag,
                    Annotations.REF_NAME,
                    tag.substring(tag.lastIndexOf(':') + 1)));
    return new ImageIndex(MediaTypes.INDEX, Optional.empty(), List.of(entry), Map.of());
  }

  private static OciException invalid(Digest digest, String why) {
    return new OciException(
        Reason.INVALID_IMAGE,
        "image " + digest + " " + why,
        "Build it again as a container image.");
  }
}
