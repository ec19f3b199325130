package dev.otters.oci.archive;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.store.StoredImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * Saves images of a store to files, and loads images from files.
 *
 * <ul>
 *   <li>A saved file is a tar with an OCI layout and, for container images, what {@code docker
 *       load} reads. The same images give the same bytes.
 *   <li>A loaded file is such a tar, one of {@code docker save}, or a JSON export of the original
 *       project, plain or gzipped.
 * </ul>
 */
public final class Archive {
  private final OciStore store;
  private final BiConsumer<ImageReference, Descriptor> check;

  /** Uses {@code store}. */
  public Archive(OciStore store) {
    this(store, (_, _) -> {});
  }

  /**
   * Uses {@code store}, and checks what it loads.
   *
   * @param check throws if a loaded image must not have its name; the store is then unchanged
   */
  public Archive(OciStore store, BiConsumer<ImageReference, Descriptor> check) {
    this.store = store;
    this.check = check;
  }

  /**
   * Writes images with all their stored content. The stream stays open.
   *
   * @param images at least one; platforms of an index that were never pulled are left out
   * @throws OciException NOT_FOUND if the store does not have one of them, INVALID_IMAGE if one is
   *     incomplete, both before anything is written; DIGEST_MISMATCH if a part is damaged
   * @throws IOException if {@code out} fails
   */
  public void save(List<ImageReference> images, OutputStream out, Progress progress)
      throws IOException {
    new ArchiveWriter(store, images, progress).write(out);
  }

  /**
   * Loads a file, like {@link #load(InputStream, String, Optional, Progress)}.
   *
   * @throws OciException STORE also if the file cannot be read
   */
  public List<StoredImage> load(Path file, Progress progress) {
    try (InputStream in = Files.newInputStream(file)) {
      return load(in, Quoted.of(file.getFileName() + ""), Optional.empty(), progress);
    } catch (IOException e) {
      throw new OciException(
          Reason.STORE, "cannot load " + file + ": " + e, "Check the file and the disk.", e);
    }
  }

  /**
   * Loads every image of a file and checks all digests. The stream stays open.
   *
   * @param what names the file in errors
   * @param name the new name of the only image; empty for the names in the file
   * @return the new tags, in the order of the file
   * @throws OciException INVALID_IMAGE, INVALID_REFERENCE or DIGEST_MISMATCH if anything in the
   *     file is wrong, STORE if the disk is full; the store is unchanged
   * @throws IOException if {@code in} fails
   */
  public List<StoredImage> load(
      InputStream in, String what, Optional<ImageReference> name, Progress progress)
      throws IOException {
    try (Ingest ingest = store.ingest()) {
      Map<ImageReference, Descriptor> loaded = new LinkedHashMap<>();
      for (LoadedImage image : new ArchiveReader(ingest, what, name, progress).read(in)) {
        Completeness.check(ingest, image.root(), what);
        if (!image.root().equals(loaded.getOrDefault(image.name(), image.root()))) {
          throw twoMeanings(image.name(), what);
        }
        check.accept(image.name(), image.root());
        ingest.tag(image.name(), image.root(), Origin.LOADED);
        loaded.put(image.name(), image.root());
      }
      ingest.retainTagged();
      ingest.commit();
      return stored(loaded.keySet());
    }
  }

  private List<StoredImage> stored(Set<ImageReference> names) {
    Map<ImageReference, StoredImage> here =
        store.list().stream()
            .collect(Collectors.toMap(StoredImage::reference, image -> image, (a, b) -> a));
    return names.stream()
        .map(name -> Optional.ofNullable(here.get(name)).orElseThrow(() -> removedMeanwhile(name)))
        .toList();
  }

  private static OciException twoMeanings(ImageReference name, String what) {
    return new OciException(
        Reason.INVALID_IMAGE, what + " has two images named " + name, "Save it again.");
  }

  private static OciException removedMeanwhile(ImageReference name) {
    return new OciException(
        Reason.NOT_FOUND, name + " was removed while it was loaded", "Load it again.");
  }
}
