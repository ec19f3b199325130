package dev.otters.executor.unpack;

import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageConfig;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.TarBudget;
import dev.otters.oci.tar.TarEntry;
import dev.otters.oci.tar.TarEntry.Kind;
import dev.otters.oci.tar.TarReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Unpacks one image into an empty, private folder.
 *
 * <p>It first reads all layers: contents go into a pool under numbers, and names into memory. Then
 * it creates folders, files and links from the outside in, relative to open folders. So no name of
 * the image is ever resolved on the host.
 */
final class Unpacking {
  private static final Name POOL = Name.of("pool");
  private static final int OPEN_FOLDER = 0755;
  private static final int OWN_FOLDER = 0700;

  private final OciStore store;
  private final Digest manifest;
  private final ImageTree tree = new ImageTree();

  Unpacking(OciStore store, Digest manifest) {
    this.store = store;
    this.manifest = manifest;
  }

  /**
   * Unpacks the image.
   *
   * @param target receives a folder {@code root}; the caller removes its content after a failure
   * @throws OciException when the image cannot be used
   * @throws IOException when the folder cannot be used
   */
  void into(UnpackedTree target, Progress progress) throws IOException {
    List<Descriptor> layers = layers();
    List<Digest> diffIds = diffIds(layers.size());
    try (Fd top = Fd.open(target.folder(), Open.FOLDER)) {
      top.createFolder(POOL, OWN_FOLDER);
      top.createFolder(Name.of(UnpackedTree.ROOT), OPEN_FOLDER);
      try (Fd folder = top.open(POOL, Open.FOLDER);
          Fd root = top.open(Name.of(UnpackedTree.ROOT), Open.FOLDER)) {
        ContentPool pool = new ContentPool(folder);
        TarBudget left = TarBudget.forImage();
        for (int i = 0; i < layers.size(); i++) {
          read(i, layers.get(i), diffIds.get(i), left, pool, progress);
        }
        fill(root, tree.root(), pool);
        pool.clear();
      }
      top.removeFolder(POOL);
      target.stamp();
      top.chmod(OPEN_FOLDER);
      top.syncFileSystem();
    }
  }

  private List<Descriptor> layers() {
    return image().layers().stream().filter(l -> MediaTypes.isTarLayer(l.mediaType())).toList();
  }

  private ImageManifest image() {
    if (store.manifest(manifest) instanceof ImageManifest image) {
      return image;
    }
    throw invalid("is an index, not the image of one platform");
  }

  private List<Digest> diffIds(int layers) {
    byte[] config = store.read(image().config(), StoredImages.LARGEST_CONFIG);
    List<Digest> ids = ImageConfig.read(config, manifest.toString()).diffIds();
    if (ids.size() != layers) {
      throw invalid("has " + layers + " tar layers, but its config lists " + ids.size());
    }
    return ids;
  }

  private OciException invalid(String why) {
    return new OciException(
        Reason.INVALID_IMAGE, "image " + manifest + " " + why, "Build or pull it again.");
  }

  private void read(
      int number,
      Descriptor blob,
      Digest diffId,
      TarBudget left,
      ContentPool pool,
      Progress progress)
      throws IOException {
    String item = blob.digest().abbreviated();
    progress.update(item, 0, blob.size(), "unpack");
    try (VerifiedLayer layer = VerifiedLayer.open(store, blob, diffId, left)) {
      TarReader tar = layer.tar();
      for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
        TarEntry entry = next.get();
        boolean file = entry.kind() == Kind.FILE;
        tree.apply(number, entry, file ? Optional.of(pool.take(entry, tar)) : Optional.empty());
      }
      layer.verify();
    }
    progress.update(item, blob.size(), blob.size(), "unpack");
  }

  private static void fill(Fd folder, ImageTree.Folder wanted, ContentPool pool)
      throws IOException {
    for (Map.Entry<String, ImageTree.Node> child : wanted.children().entrySet()) {
      Name name = Name.of(child.getKey());
      switch (child.getValue()) {
        case ImageTree.File file -> pool.place(file.id(), folder, name);
        case ImageTree.Link link -> folder.createLink(name, Name.of(link.target()));
        case ImageTree.Folder inner -> {
          folder.createFolder(name, OPEN_FOLDER);
          try (Fd opened = folder.open(name, Open.FOLDER)) {
            fill(opened, inner, pool);
          }
        }
      }
    }
  }
}
