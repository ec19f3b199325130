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
 * An OCI image layout folder: blobs by digest, tags in {@code index.json}.
 *
 * <ul>
 *   <li>Safe for any number of threads and processes on one folder.
 *   <li>New content comes in through an {@link Ingest}, and is seen in full or not at all.
 *   <li>Every method throws {@link OciException} STORE when the folder cannot be used.
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

  /** Opens the store in {@code folder}, and creates what is missing. */
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
   * Returns what {@code reference} points at; a digest in it wins over its tag. Empty when it is
   * not here.
   */
  public Optional<Descriptor> resolve(ImageReference reference) {
    return reference.digest().isPresent()
        ? describe(reference.digest().get())
        : index().find(reference);
  }

  /**
   * Returns what {@code reference} points at.
   *
   * @throws OciException NOT_FOUND when it is not here
   */
  public Descriptor require(ImageReference reference) {
    return resolve(reference)
        .orElseThrow(() -> notFound("no image " + reference + " in the local store"));
  }

  /** Returns the descriptor of the manifest or index with this digest; empty when not here. */
  public Optional<Descriptor> describe(Digest digest) {
    if (!contains(digest)) {
      return Optional.empty();
    }
    return Optional.of(ManifestCodec.describe(manifestBytes(digest), digest.toString()));
  }

  /** Tells whether the blob is here. */
  public boolean contains(Digest digest) {
    return Files.isRegularFile(layout.blob(digest), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Returns the file of a blob, to be read only.
   *
   * @throws OciException NOT_FOUND when it is not here
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
   * @throws OciException NOT_FOUND when it is not here
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
   * @throws OciException NOT_FOUND when it is not here, INVALID_IMAGE when it is too large,
   *     DIGEST_MISMATCH when the file has been changed
   */
  public byte[] read(Descriptor descriptor, long largest) {
    return Blobs.read(path(descriptor.digest()), descriptor, largest);
  }

  /**
   * Reads the manifest or index with this digest.
   *
   * @throws OciException NOT_FOUND when it is not here, INVALID_IMAGE when it is none,
   *     DIGEST_MISMATCH when the file has been changed
   */
  public Manifest manifest(Digest digest) {
    return ManifestCodec.read(manifestBytes(digest), digest.toString());
  }

  /** Returns everything stored that belongs to an image, the image's own manifest first. */
  public List<Descriptor> closure(Descriptor root) {
    ContentGraph graph = graph();
    graph.add(root);
    return graph.found().values().stream().filter(d -> contains(d.digest())).toList();
  }

  /** Starts to add content; the caller closes it. */
  public Ingest ingest() {
    return staging.begin(this);
  }

  /**
   * Points {@code reference} at stored content; an older meaning of it is replaced.
   *
   * @throws OciException NOT_FOUND when the content is not here, INVALID_REFERENCE when the
   *     reference holds another digest
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
   * Removes a tag, and then all content that no tag and none of {@code pinned} needs.
   *
   * @param pinned digests of manifests that stay, with all they refer to
   * @throws OciException NOT_FOUND when there is no such tag; then nothing is removed
   */
  public Collected remove(ImageReference reference, Collection<Digest> pinned) {
    return lock.alone(
        () -> {
          LayoutIndex index = file.read();
          if (!index.remove(reference)) {
            throw notFound("no image " + reference + " in the local store");
          }
          file.writeSmaller(index);
          return collectAlone(index, pinned, true);
        });
  }

  /**
   * Removes a tag; absent is fine. What it pointed at stays until content is {@link #collect
   * collected}.
   */
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

  /** Removes all content that no tag and none of {@code pinned} needs. */
  public Collected collect(Collection<Digest> pinned) {
    return lock.alone(() -> collectAlone(file.read(), pinned, true));
  }

  /**
   * Removes what nobody needs, and what {@link #fsck} had moved away.
   *
   * @param pinned digests of manifests that stay, with all they refer to; a tag whose image has one
   *     of them is in use
   * @param dryRun whether only to say what would be removed
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
   * Reads every blob and checks that it is what its name says, and that everything a tag needs is
   * there. What is damaged is moved away, so that the next pull brings it again; an index that
   * cannot be read is made again from its copy and the blobs.
   */
  public FsckReport fsck(Progress progress) {
    return fsck(List.of(), progress);
  }

  /**
   * Checks as {@link #fsck(Progress)}, and what others need.
   *
   * @param holders those who need images that may have no tag
   */
  public FsckReport fsck(Collection<Holder> holders, Progress progress) {
    return new Fsck(this, holders, lock, progress).check();
  }

  /**
   * Checks as {@link #fsck}, and then fetches what is damaged or missing from where it was pulled
   * from. What cannot be had stays a finding.
   */
  public FsckReport repair(Collection<Holder> holders, BlobSource source, Progress progress) {
    return new Fsck(this, holders, lock, progress).repair(source);
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

  /** Makes staged blobs part of the store and writes their tags; called without the lock. */
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

  /** A tag that waits for its commit. */
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
    // A pin says no media type; what it names is followed when it is a manifest.
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
    try {
      return file.read();
    } catch (IOException e) {
      throw StoreLock.failure(layout.folder(), e);
    }
  }

  private byte[] manifestBytes(Digest digest) {
    return read(new Descriptor("", digest, size(digest)), ManifestCodec.LARGEST);
  }

  long size(Digest digest) {
    try {
      return Files.size(path(digest));
    } catch (IOException e) {
      throw StoreLock.failure(layout.folder(), e);
    }
  }

  private static OciException notFound(String message) {
    return new OciException(Reason.NOT_FOUND, message, "Pull or build it, or list what is there.")
        .with(new Fix(Operation.LIST));
  }
}
