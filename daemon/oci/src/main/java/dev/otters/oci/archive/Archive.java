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
import java.util.stream.Collectors;

/**
 * Moves images between a store and files.
 *
 * <ul>
 *   <li>Written is a tar that is an OCI layout, and for container images also what {@code docker
 *       load} reads; the same images give the same bytes.
 *   <li>Read are such tars, those of {@code docker save}, and the JSON of the original project,
 *       each also gzipped.
 * </ul>
 */
public final class Archive {
  private final OciStore store;

  /** Reads from {@code store} and writes to it. */
  public Archive(OciStore store) {
    this.store = store;
  }

  /**
   * Writes images with all that the store has of them; the stream stays open.
   *
   * @param images at least one; of an index, platforms that were never pulled are left out
   * @throws OciException NOT_FOUND when one of them is not in the store, INVALID_IMAGE when the
   *     store lacks a part of one, both before anything is written; DIGEST_MISMATCH when a part
   *     turns out to be damaged
   * @throws IOException when {@code out} does
   */
  public void save(List<ImageReference> images, OutputStream out, Progress progress)
      throws IOException {
    new ArchiveWriter(store, images, progress).write(out);
  }

  /**
   * Loads a file; as {@link #load(InputStream, String, Optional, Progress)}.
   *
   * @throws OciException STORE also when the file cannot be read
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
   * Loads every image of a file, checking all digests; the stream stays open.
   *
   * @param what names the file in errors
   * @param name what to call the image, where the file holds only one; empty for the names in it
   * @return the new tags, in the order of the file
   * @throws OciException INVALID_IMAGE, INVALID_REFERENCE or DIGEST_MISMATCH when anything in it is
   *     wrong, STORE when the disk is full; then the store is as it was
   * @throws IOException when {@code in} does
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
        Reason.INVALID_IMAGE, what + " calls two images " + name, "Save it again.");
  }

  private static OciException removedMeanwhile(ImageReference name) {
    return new OciException(
        Reason.NOT_FOUND, name + " was loaded and at once removed again", "Load it again.");
  }
}
