package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.manifest.ManifestCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Rebuilds an index: tags from its copy, and a name for each other image. */
final class Rebuilding {
  private static final String PREFIX = "recovered/";

  private final OciStore store;

  Rebuilding(OciStore store) {
    this.store = store;
  }

  Rebuilt run() throws IOException {
    LayoutIndex index = store.indexFile().copy().orElseGet(LayoutIndex::empty);
    int copied = index.images().size();
    Map<Digest, Descriptor> manifests = new LinkedHashMap<>();
    Set<Digest> needed = new HashSet<>();
    for (Path file : Blobs.files(store.layout().blobs())) {
      manifest(file)
          .ifPresent(
              found -> {
                manifests.put(Blobs.digest(file), found.descriptor());
                found.manifest().references().forEach(child -> needed.add(child.digest()));
              });
    }
    index.roots().forEach(root -> needed.add(root.digest()));
    manifests.keySet().removeAll(needed);
    manifests
        .values()
        .forEach(root -> index.put(name(root.digest()), root, Origin.LOADED, Instant.now()));
    return new Rebuilt(index, copied, manifests.size());
  }

  /**
   * A rebuilt index.
   *
   * @param copied the number of tags from the copy
   * @param found the number of images that no tag of the copy needs
   */
  record Rebuilt(LayoutIndex index, int copied, int found) {}

  private record Found(Descriptor descriptor, Manifest manifest) {}

  private Optional<Found> manifest(Path file) throws IOException {
    if (Files.size(file) > ManifestCodec.LARGEST) {
      return Optional.empty();
    }
    try {
      byte[] json = Files.readAllBytes(file);
      String what = Blobs.digest(file).toString();
      Descriptor descriptor = ManifestCodec.describe(json, what);
      return Optional.of(new Found(descriptor, ManifestCodec.read(json, what)));
    } catch (OciException _) {
      return Optional.empty();
    }
  }

  private static ImageReference name(Digest digest) {
    return ImageReference.parse(PREFIX + digest.abbreviated() + ":latest");
  }
}
