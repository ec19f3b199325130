package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.manifest.ManifestCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A local image store in an OCI image layout: blobs by digest, tags in {@code index.json}.
 *
 * <ul>
 *   <li>Safe for use by several threads and processes on one folder.
 *   <li>New content is added through an {@link Ingest}, atomically.
 *   <li>Every method throws {@link OciException} STORE if the folder cannot be used.
 * </ul>
 *
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/image-layout.md">OCI image
 *     layout</a>
 */
public final class OciStore {
  private static final Logger LOG = LoggerFactory.getLogger(OciStore.class);

  private static final Comparator<StoredImage> BY_NAME =
      Comparator.comparing(image -> image.reference().toString());

  private final Layout layout;
  private final StoreLock lock;
  private final Staging staging;
  private final IndexFile file;
  private final Partials partials;

  private OciStore(Layout layout) {
    this.layout = layout;
    this.lock = new StoreLock(layout.lock());
    this.staging = new Staging(layout, lock);
    this.file = new IndexFile(layout);
    this.partials = new Partials(layout.partials());
  }

  /** Opens the store in {@code folder}, and creates missing files. */
  public static OciStore open(Path folder) {
    try {
      Files.createDirectories(folder);
      Layout layout = new Layout(folder.toRealPath());
      Files.createDirectories(layout.blobs());
      Files.createDirectories(layout.staging());
      OciStore store = new OciStore(layout);
      store.lock.alone(store::prepare);
      return store;
    } catch (IOException e) {
      throw StoreLock.failure(folder, e);
    }
  }

  /** Returns the folder of the layout. */
  public Path folder() {
    return layout.folder();
  }

  /**
   * Returns what {@code reference} points at; a digest takes precedence over a tag. Empty if the
   * store does not have it.
   */
  public Optional<Descriptor> resolve(ImageReference reference) {
    return reference.digest().isPresent()
        ? describe(reference.digest().get())
        : index().find(reference);
  }

  /**
   * Returns what {@code reference} points at.
   *
   * @throws OciException NOT_FOUND if the store does not have it
   */
  public Descriptor require(ImageReference reference) {
    return resolve(reference)
        .orElseThrow(() -> notFound("the local store has no image " + reference + ""));
  }

  /**
   * Returns the descriptor of the manifest or index with this digest; empty if the store does not
   * have it.
   */
  public Optional<Descriptor> describe(Digest digest) {
    if (!contains(digest)) {
      return Optional.empty();
    }
    return Optional.of(ManifestCodec.describe(manifestBytes(digest), digest.toString()));
  }

  /** Returns whether the store has the blob. */
  public boolean contains(Digest digest) {
    return Files.isRegularFile(layout.blob(digest), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Returns the file of a blob. The caller must not change it.
   *
   * @throws OciException NOT_FOUND if the store does not have it
   */
  public Path path(Digest digest) {
    if (!contains(digest)) {
      throw notFound("blob " + digest + " is not in the local store");
    }
    return layout.blob(digest);
  }

  /**
   * Opens a blob; the caller closes it.
   *
   * @throws OciException NOT_FOUND if the store does not have it
   */
  public InputStream open(Digest digest) {
    try {
      return Files.newInputStream(path(digest));
    } catch (NoSuchFileException _) {
      throw notFound("blob " + digest + " is not in the local store");
    } catch (IOException e) {
      throw StoreLock.failure(layout.folder(), e);
    }
  }

  /**
   * Reads a blob whole and compares it with its digest and size.
   *
   * @param largest in bytes
   * @throws OciException NOT_FOUND if the store does not have it, INVALID_IMAGE if it is too large,
   *     DIGEST_MISMATCH if the file is damaged
   */
  public byte[] read(Descriptor descriptor, long largest) {
    return Blobs.read(path(descriptor.digest()), descriptor, largest);
  }

  /**
   * Reads the manifest or index with this digest.
   *
   * @throws OciException NOT_FOUND if the store does not have it, INVALID_IMAGE if it is not a
   *     manifest, DIGEST_MISMATCH if the file is damaged
   */
  public Manifest manifest(Digest digest) {
    return ManifestCodec.read(manifestBytes(digest), digest.toString());
  }

  /** Returns all stored content of an image, its manifest first. */
  public List<Descriptor> closure(Descriptor root) {
    ContentGraph graph = graph();
    graph.add(root);
    return graph.found().values().stream().filter(d -> contains(d.digest())).toList();
  }

  /** Starts to add content. The caller closes the ingest. */
  public Ingest ingest() {
    return staging.begin(this);
  }

  /**
   * Points {@code reference} at stored content, and replaces an older tag of that name.
   *
   * @throws OciException NOT_FOUND if the store does not have the content, INVALID_REFERENCE if the
   *     reference has another digest
   */
  public void tag(ImageReference reference, Descriptor target, Origin origin) {
    try (Ingest ingest = ingest()) {
      ingest.tag(reference, target, origin);
      ingest.commit();
    }
  }

  /** Returns all tags, sorted by their text. */
  public List<StoredImage> list() {
    return index().images().stream().sorted(BY_NAME).toList();
  }

  /**
   * Removes a tag, and then all content that neither a tag nor {@code pinned} needs.
   *
   * @param pinned digests of manifests that are kept with their content
   * @throws OciException NOT_FOUND if the tag does not exist; then nothing is removed
   */
  public Collected remove(ImageReference reference, Collection<Digest> pinned) {
    return lock.alone(
        () -> {
          LayoutIndex index = file.read();
          if (!index.remove(reference)) {
            throw notFound("the local store has no image " + reference + "");
          }
          file.writeSmaller(index);
          return collectAlone(index, pinned, true);
        });
  }

  /** Removes a tag if it exists. Its content stays until the next {@link #collect collection}. */
  public void untag(ImageReference reference) {
    boolean unused =
        lock.alone(
            () -> {
              LayoutIndex index = file.read();
              boolean removed = index.remove(reference);
              if (removed) {
                file.writeSmaller(index);
              }
              return removed;
            });
  }

  /** Removes all content that neither a tag nor {@code pinned} needs. */
  public Collected collect(Collection<Digest> pinned) {
    return lock.alone(() -> collectAlone(file.read(), pinned, true));
  }

  /**
   * Removes unused content, and what {@link #fsck} moved to quarantine.
   *
   * @param pinned digests of manifests that are kept with their content; a tag whose image has one
   *     of them is in use
   * @param dryRun true to report what would be removed, without removing it
   */
  public Pruned prune(PruneScope scope, Collection<Digest> pinned, boolean dryRun) {
    return lock.alone(
        () -> {
          LayoutIndex index = file.read();
          List<StoredImage> unused =
              scope == PruneScope.UNUSED ? unused(index, Set.copyOf(pinned)) : List.of();
          unused.forEach(image -> index.remove(image.reference()));
          if (!unused.isEmpty() && !dryRun) {
            file.writeSmaller(index);
          }
          Collected damaged = new Quarantine(layout).empty(!dryRun);
          return new Pruned(unused, collectAlone(index, pinned, !dryRun).plus(damaged));
        });
  }

  /**
   * Reads every blob, and checks that it matches its name and that the content of every tag and
   * user is complete. Damaged content is moved to quarantine, so that the next pull fetches it
   * again. An unreadable index is rebuilt from its copy and the blobs.
   *
   * @param users users of images that may have no tag
   */
  public FsckReport fsck(Collection<ImageUser> users, Progress progress) {
    return new Fsck(this, users, lock, progress).check();
  }

  /**
   * Checks like {@link #fsck}, and then fetches damaged and missing content from its registry.
   * Content that is not available remains a finding.
   */
  public FsckReport repair(Collection<ImageUser> users, BlobSource source, Progress progress) {
    return new Fsck(this, users, lock, progress).repair(source);
  }

  Partials partials() {
    return partials;
  }

  Layout layout() {
    return layout;
  }

  IndexFile indexFile() {
    return file;
  }

  /** Adds staged blobs to the store and writes their tags. The caller must not hold the lock. */
  void accept(Staging.Folder folder, Collection<Tag> tags) {
    lock.alone(
        () -> {
          folder.moveInto(layout);
          LayoutIndex index = tags.isEmpty() ? LayoutIndex.empty() : file.read();
          for (Tag tag : tags) {
            index.put(tag.reference(), tag.target(), tag.origin(), Instant.now());
          }
          if (!tags.isEmpty()) {
            file.write(index);
          }
          return tags.size();
        });
  }

  record Tag(ImageReference reference, Descriptor target, Origin origin) {}

  private Path prepare() throws IOException {
    if (!Files.exists(layout.marker())) {
      Durable.replace(layout.marker(), Layout.VERSION.getBytes(StandardCharsets.UTF_8));
    }
    if (!Files.exists(layout.index())) {
      file.write(file.copy().orElseGet(LayoutIndex::empty));
    }
    Durable.removeUnfinished(layout.folder());
    staging.removeAbandoned();
    partials.removeStale();
    return layout.folder();
  }

  private List<StoredImage> unused(LayoutIndex index, Set<Digest> pinned) {
    return index.images().stream()
        .filter(image -> closure(image.descriptor()).stream().noneMatch(isOneOf(pinned)))
        .sorted(BY_NAME)
        .toList();
  }

  private static Predicate<Descriptor> isOneOf(Set<Digest> digests) {
    return descriptor -> digests.contains(descriptor.digest());
  }

  private Collected collectAlone(LayoutIndex index, Collection<Digest> pinned, boolean remove)
      throws IOException {
    staging.removeAbandoned();
    partials.removeStale();
    ContentGraph graph = graph();
    index.roots().forEach(graph::add);
    // A pin has no media type; its content is followed if it is a manifest.
    pinned.forEach(digest -> graph.add(new Descriptor(MediaTypes.MANIFEST, digest, 0)));
    return Blobs.removeAllBut(layout, graph.found().keySet(), remove);
  }

  private ContentGraph graph() {
    return new ContentGraph(
        digest -> {
          try {
            return contains(digest) ? manifest(digest).references() : List.of();
          } catch (OciException e) {
            LOG.atWarn()
                .addKeyValue("digest", digest)
                .log("stored manifest cannot be read: {}", e.getMessage());
            return List.of();
          }
        });
  }

  private LayoutIndex index() {
    return StoreLock.io(layout.folder(), file::read);
  }

  private byte[] manifestBytes(Digest digest) {
    return read(new Descriptor("", digest, size(digest)), ManifestCodec.LARGEST);
  }

  long size(Digest digest) {
    return StoreLock.io(layout.folder(), () -> Files.size(path(digest)));
  }

  private static OciException notFound(String message) {
    return new OciException(Reason.NOT_FOUND, message, "Pull or build it, or list the store.")
        .with(new Fix(Operation.LIST));
  }
}
