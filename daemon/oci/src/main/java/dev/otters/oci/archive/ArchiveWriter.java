package dev.otters.oci.archive;

import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.json.JsonText;
import dev.otters.oci.manifest.ImageConfig;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.TarWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes images of a store to one tar. */
final class ArchiveWriter {
  private static final int LARGEST_CONFIG = 4 << 20;
  private static final String DOCKER_HUB = "docker.io/library/";

  private final OciStore store;
  private final Progress progress;
  private final Map<Digest, Descriptor> blobs = new LinkedHashMap<>();
  private final List<Descriptor> entries = new ArrayList<>();
  private final Map<Digest, DockerEntry> docker = new LinkedHashMap<>();

  /** Looks up all content, so that missing parts are known before the first byte is written. */
  ArchiveWriter(OciStore store, List<ImageReference> images, Progress progress) {
    this.store = store;
    this.progress = progress;
    new LinkedHashSet<>(images).forEach(this::add);
  }

  void write(OutputStream out) throws IOException {
    ImageIndex index = new ImageIndex(MediaTypes.INDEX, Optional.empty(), entries, Map.of());
    try (TarWriter tar = new TarWriter(out)) {
      tar.file("oci-layout", 0644, JsonText.compact(Map.of("imageLayoutVersion", "1.0.0")));
      tar.file("index.json", 0644, ManifestCodec.write(index));
      if (!docker.isEmpty()) {
        tar.file(
            "manifest.json",
            0644,
            JsonText.compact(docker.values().stream().map(DockerEntry::fields).toList()));
      }
      tar.folder("blobs");
      tar.folder("blobs/sha256");
      for (Descriptor blob : blobs.values()) {
        copy(blob, tar);
      }
    }
  }

  private void add(ImageReference image) {
    Descriptor root = store.require(image);
    Completeness.check(store, root, image.toString());
    store.closure(root).forEach(blob -> blobs.putIfAbsent(blob.digest(), blob));
    Map<String, String> names = new LinkedHashMap<>();
    names.put(Annotations.REF_NAME, image.toString());
    if (image.tag().isPresent() && image.digest().isEmpty()) {
      container(root)
          .ifPresent(
              manifest -> {
                names.put(Annotations.CONTAINERD_NAME, engineName(image));
                docker
                    .computeIfAbsent(
                        manifest.config().digest(),
                        config -> new DockerEntry(manifest, new ArrayList<>()))
                    .tags()
                    .add(image.toString());
              });
    }
    entries.add(root.withAnnotations(names));
  }

  /** Returns the image that an engine on this machine would run; empty if there is none. */
  private Optional<ImageManifest> container(Descriptor root) {
    return switch (store.manifest(root.digest())) {
      case ImageManifest image -> Optional.of(image).filter(this::isContainer);
      case ImageIndex index ->
          index.manifests().stream()
              .filter(child -> child.platform().equals(Optional.of(Platform.ofThisMachine())))
              .filter(child -> store.contains(child.digest()))
              .findFirst()
              .map(child -> store.manifest(child.digest()))
              .filter(ImageManifest.class::isInstance)
              .map(ImageManifest.class::cast)
              .filter(this::isContainer);
    };
  }

  private boolean isContainer(ImageManifest image) {
    String type = image.config().mediaType();
    if (!type.equals(MediaTypes.IMAGE_CONFIG) && !type.equals(MediaTypes.DOCKER_CONFIG)) {
      return false;
    }
    byte[] config = store.read(image.config(), LARGEST_CONFIG);
    return ImageConfig.read(config, "the image").diffIds().size()
        == DockerEntry.layers(image).size();
  }

  private static String engineName(ImageReference image) {
    return image.isLocal()
        ? (image.repository().contains("/") ? "docker.io/" : DOCKER_HUB) + image
        : image.toString();
  }

  private void copy(Descriptor blob, TarWriter tar) throws IOException {
    String item = blob.digest().abbreviated();
    progress.update(item, 0, blob.size(), "save");
    try (InputStream in = store.open(blob.digest());
        DigestInputStream hashed = new DigestInputStream(in, Digest.sha256())) {
      tar.file(DockerEntry.blobName(blob.digest()), 0644, hashed, blob.size());
      if (!Digest.ofHash(hashed.getMessageDigest().digest()).equals(blob.digest())) {
        throw new OciException(
                Reason.DIGEST_MISMATCH,
                "stored blob " + blob.digest() + " is damaged",
                "Repair the store.")
            .with(new Fix(Operation.CHECK_STORE));
      }
    }
    progress.update(item, blob.size(), blob.size(), "save");
  }
}
