package dev.otters.images;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.Progress;
import dev.otters.oci.archive.Archive;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Adds annotations and an index, which a BIN image needs and Jib does not write, to images that Jib
 * built. Leaves the layers unchanged.
 */
final class Shipment {

  private static final List<String> ANNOUNCED =
      List.of("io.openotters.", "org.opencontainers.image.");

  private final Path folder;

  /**
   * @param folder a work folder
   */
  Shipment(Path folder) {
    this.folder = folder;
  }

  /** Builds images and writes them to {@code tar}, under their own tags and as {@code latest}. */
  void write(List<ContainerImage> images, Path tar) throws IOException {
    Path jib = Files.createDirectories(folder).resolve("jib.tar");
    OciStore store = OciStore.open(Folders.empty(folder.resolve("layout")));
    List<ImageReference> all = new ArrayList<>();
    for (ContainerImage image : images) {
      image.writeOciTar(jib, folder.resolve("cache"));
      ImageReference built = new Archive(store).load(jib, Progress.NONE).getFirst().reference();
      List<ImageReference> names =
          List.of(ImageReference.parse(image.name()), latest(image.name()));
      announce(store, store.require(built), image.labels(), names);
      all.addAll(names);
      Files.delete(jib);
    }
    try (OutputStream out = Files.newOutputStream(tar)) {
      new Archive(store).save(all, out, Progress.NONE);
    }
    Folders.empty(folder.resolve("layout"));
  }

  private static ImageReference latest(String name) {
    return ImageReference.parse(name.substring(0, name.lastIndexOf(':')) + ":latest");
  }

  private static void announce(
      OciStore store, Descriptor built, Map<String, String> labels, List<ImageReference> names) {
    Map<String, String> annotations = new TreeMap<>(labels);
    annotations.keySet().removeIf(key -> ANNOUNCED.stream().noneMatch(key::startsWith));
    ImageManifest plain = (ImageManifest) store.manifest(built.digest());
    ImageManifest announced =
        new ImageManifest(
            plain.mediaType(),
            Optional.of(MediaTypes.BIN),
            plain.config(),
            plain.layers(),
            annotations);
    try (Ingest ingest = store.ingest()) {
      plain.references().forEach(reference -> ingest.has(reference.digest()));
      Descriptor manifest =
          ingest
              .put(announced.mediaType(), ManifestCodec.write(announced))
              .withPlatform(ContainerImage.platform());
      ImageIndex index =
          new ImageIndex(
              MediaTypes.INDEX, Optional.of(MediaTypes.BIN), List.of(manifest), annotations);
      Descriptor target = ingest.put(index.mediaType(), ManifestCodec.write(index));
      names.forEach(name -> ingest.tag(name, target, Origin.BUILT));
      ingest.commit();
    }
  }
}
