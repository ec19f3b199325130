package dev.otters.oci.bin;

import dev.otters.oci.Descriptor;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.FileTree;
import dev.otters.oci.tar.TarBudget;
import dev.otters.oci.tar.TarEntry;
import dev.otters.oci.tar.TarEntry.Kind;
import dev.otters.oci.tar.TarReader;
import java.util.List;
import java.util.Optional;

/** The files of a container image in the store, without unpacking it. */
final class LayerFiles {
  private final OciStore store;
  private final List<Descriptor> layers;
  private final FileTree tree = new FileTree();

  /**
   * Reads the layers once.
   *
   * @throws dev.otters.oci.OciException INVALID_IMAGE when a layer is damaged or hostile
   */
  LayerFiles(OciStore store, ImageManifest image) {
    this.store = store;
    this.layers =
        image.layers().stream().filter(layer -> MediaTypes.isTarLayer(layer.mediaType())).toList();
    TarBudget budget = TarBudget.forImage();
    for (int i = 0; i < layers.size(); i++) {
      try (TarReader tar = open(i, budget)) {
        for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
          tree.apply(i, next.get());
        }
      }
    }
  }

  /** Tells whether there is a regular file, after following links. */
  boolean has(String path) {
    return tree.find(path).isPresent();
  }

  /** Reads a regular file; empty when there is none. */
  Optional<byte[]> read(String path, int largest) {
    Optional<FileTree.File> file = tree.find(path);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    Optional<byte[]> content = Optional.empty();
    try (TarReader tar = open(file.get().layer(), TarBudget.forImage())) {
      for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
        TarEntry entry = next.get();
        if (entry.kind() == Kind.FILE && entry.name().equals(file.get().name())) {
          content = Optional.of(tar.read(largest));
        }
      }
    }
    return content;
  }

  /**
   * Reads the first bytes of a regular file, fewer where it is shorter; empty when there is none.
   */
  byte[] start(String path, int most) {
    Optional<FileTree.File> file = tree.find(path);
    if (file.isEmpty()) {
      return new byte[0];
    }
    try (TarReader tar = open(file.get().layer(), TarBudget.forImage())) {
      for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
        TarEntry entry = next.get();
        if (entry.kind() == Kind.FILE && entry.name().equals(file.get().name())) {
          return tar.start(most);
        }
      }
    }
    return new byte[0];
  }

  private TarReader open(int layer, TarBudget budget) {
    Descriptor descriptor = layers.get(layer);
    return TarReader.open(store.open(descriptor.digest()), "layer " + descriptor.digest(), budget);
  }
}
