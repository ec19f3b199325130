package dev.otters.oci.store;

import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.manifest.ManifestCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Collects blobs and tags, which {@link #commit} adds to the store atomically.
 *
 * <ul>
 *   <li>Closing without a commit leaves the store as it was.
 *   <li>Several threads may add blobs; one thread commits.
 *   <li>Every method throws {@link OciException} STORE if the folder cannot be used.
 * </ul>
 */
public final class Ingest implements AutoCloseable {
  private final OciStore store;
  private final Staging.Folder folder;
  private final List<OciStore.Tag> tags = new ArrayList<>();
  private final Set<Digest> needed = new HashSet<>();
  private final Queue<Path> fetched = new ConcurrentLinkedQueue<>();

  Ingest(OciStore store, Staging.Folder folder) {
    this.store = store;
    this.folder = folder;
  }

  /** Adds a small blob. */
  public Descriptor put(String mediaType, byte[] content) {
    try (BlobWriter writer = writer(mediaType)) {
      writer.write(content);
      return writer.finish();
    } catch (IOException e) {
      throw StoreLock.failure(folder.path(), e);
    }
  }

  /** Starts a blob whose digest is not known yet; the caller closes the writer. */
  public BlobWriter writer(String mediaType) {
    return writer(mediaType, Optional.empty());
  }

  /** Starts a blob that must match {@code expected}. */
  public BlobWriter writer(Descriptor expected) {
    return writer(expected.mediaType(), Optional.of(expected));
  }

  /**
   * Starts to fetch a blob, after any other fetch of it has ended. The caller closes the result.
   *
   * @return empty if the ingest or the store has the blob by now
   * @throws InterruptedException if the caller is interrupted while it waits for another fetch
   */
  public Optional<FetchedBlob> fetch(Descriptor expected) throws InterruptedException {
    if (has(expected.digest())) {
      return Optional.empty();
    }
    try {
      Partials.Held held = store.partials().hold(expected.digest().hex());
      try {
        if (!has(expected.digest())) {
          return Optional.of(new FetchedBlob(this, held, expected));
        }
      } catch (IOException | RuntimeException e) {
        held.close();
        throw e;
      }
      Files.deleteIfExists(held.path());
      held.close();
      return Optional.empty();
    } catch (IOException e) {
      throw StoreLock.failure(folder.path(), e);
    }
  }

  /**
   * Adds a complete blob. The file stays until the commit, so that another ingest that waits for it
   * can use it.
   */
  void adopt(Path whole, Digest digest) throws IOException {
    Path staged = folder.blob(digest.hex());
    try {
      Files.createLink(staged, whole);
      fetched.add(whole);
    } catch (FileAlreadyExistsException _) {
      fetched.add(whole);
    } catch (UnsupportedOperationException _) {
      Files.move(whole, staged);
    }
  }

  /**
   * Returns whether the ingest or the store has the blob. Garbage collections keep it from then on.
   */
  public boolean has(Digest digest) {
    Path staged = folder.blob(digest.hex());
    if (Files.exists(staged)) {
      return true;
    }
    Path stored = store.layout().blob(digest);
    if (!Files.isRegularFile(stored, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try {
      Files.createLink(staged, stored);
      return true;
    } catch (NoSuchFileException _) {
      return false;
    } catch (FileAlreadyExistsException _) {
      return true;
    } catch (UnsupportedOperationException | IOException _) {
      return copy(stored, digest);
    }
  }

  /**
   * Reads a blob for which {@link #has} returned true.
   *
   * @throws OciException as {@link OciStore#read}
   */
  public byte[] read(Descriptor descriptor, long largest) {
    if (!has(descriptor.digest())) {
      throw missing(descriptor.digest());
    }
    return Blobs.read(folder.blob(descriptor.digest().hex()), descriptor, largest);
  }

  /**
   * Opens a blob for which {@link #has} returned true. The caller closes it.
   *
   * @throws OciException NOT_FOUND if the store does not have it
   */
  public InputStream open(Digest digest) {
    if (!has(digest)) {
      throw missing(digest);
    }
    return io(() -> Files.newInputStream(folder.blob(digest.hex())));
  }

  /**
   * Returns the descriptor of a manifest or index of the ingest or the store; empty if neither has
   * it.
   */
  public Optional<Descriptor> describe(Digest digest) {
    if (!has(digest)) {
      return Optional.empty();
    }
    Descriptor unknown =
        new Descriptor("", digest, io(() -> Files.size(folder.blob(digest.hex()))));
    return Optional.of(
        ManifestCodec.describe(read(unknown, ManifestCodec.LARGEST), digest.toString()));
  }

  /** Reads a manifest or index for which {@link #has} returned true. */
  public Manifest manifest(Descriptor descriptor) {
    return ManifestCodec.read(
        read(descriptor, ManifestCodec.LARGEST), descriptor.digest().toString());
  }

  /**
   * Points {@code reference} at {@code target} when the ingest is committed. Garbage collections
   * keep the target's content from now on.
   *
   * @throws OciException NOT_FOUND if the target is missing, INVALID_IMAGE if it or a manifest in
   *     it is not valid, INVALID_REFERENCE if the reference has another digest
   */
  public void tag(ImageReference reference, Descriptor target, Origin origin) {
    if (reference.digest().filter(digest -> !digest.equals(target.digest())).isPresent()) {
      throw new OciException(
          Reason.INVALID_REFERENCE,
          reference + " cannot name " + target.digest() + ": it has another digest",
          "Leave the digest out of the new reference.");
    }
    Manifest manifest = manifest(target);
    refuseOtherKind(reference, manifest);
    Descriptor plain =
        new Descriptor(
            manifest.mediaType(),
            target.digest(),
            target.size(),
            manifest.artifactType(),
            target.platform(),
            target.annotations());
    ContentGraph graph =
        new ContentGraph(
            digest ->
                describe(digest).map(this::manifest).map(Manifest::references).orElse(List.of()));
    graph.add(plain);
    graph.found().keySet().forEach(this::has);
    needed.addAll(graph.found().keySet());
    tags.add(new OciStore.Tag(reference, plain, origin));
  }

  /** Agents and BINs do not take each other's tags, since agents would lose their tools. */
  private void refuseOtherKind(ImageReference reference, Manifest manifest) {
    Optional<String> wanted = kind(manifest);
    Optional<String> current =
        store
            .resolve(reference)
            .filter(image -> store.contains(image.digest()))
            .flatMap(image -> kind(store.manifest(image.digest())));
    if (wanted.isPresent() && current.isPresent() && !wanted.equals(current)) {
      throw new OciException(
          Reason.INVALID_REFERENCE,
          "the tag " + reference + " belongs to " + current.get() + ", not " + wanted.get(),
          "Use another tag, or remove that image first.");
    }
  }

  private static Optional<String> kind(Manifest manifest) {
    if (manifest.artifactType().equals(Optional.of(MediaTypes.AGENT))) {
      return Optional.of("an agent image");
    }
    boolean bin =
        manifest.artifactType().equals(Optional.of(MediaTypes.BIN))
            || manifest.annotations().containsKey(Annotations.BIN_NAME);
    return bin ? Optional.of("a BIN image") : Optional.empty();
  }

  /** Discards the blobs that no tag of this ingest needs. */
  public void retainTagged() {
    try {
      for (Path blob : folder.blobs()) {
        if (!needed.contains(Blobs.digest(blob))) {
          Files.delete(blob);
        }
      }
    } catch (IOException e) {
      throw StoreLock.failure(folder.path(), e);
    }
  }

  /** Adds all blobs and tags to the store. Nothing may be added afterwards. */
  public void commit() {
    try {
      folder.sync();
      store.accept(folder, tags);
      tags.clear();
      for (Path whole : fetched) {
        Partials.removeUnlessHeld(whole);
      }
      fetched.clear();
    } catch (IOException e) {
      throw StoreLock.failure(folder.path(), e);
    }
  }

  /** Discards uncommitted content. */
  @Override
  public void close() {
    folder.close();
  }

  private BlobWriter writer(String mediaType, Optional<Descriptor> expected) {
    return io(() -> new BlobWriter(folder, mediaType, expected));
  }

  private <T> T io(StoreLock.Work<T> work) {
    return StoreLock.io(folder.path(), work);
  }

  /** Copies the blob on file systems without hard links. */
  private boolean copy(Path stored, Digest digest) {
    try (InputStream in = Files.newInputStream(stored);
        BlobWriter writer = new BlobWriter(folder, "", Optional.empty())) {
      in.transferTo(writer);
      return writer.finish().digest().equals(digest);
    } catch (NoSuchFileException _) {
      return false;
    } catch (IOException e) {
      throw StoreLock.failure(folder.path(), e);
    }
  }

  private static OciException missing(Digest digest) {
    return new OciException(
        Reason.NOT_FOUND, "blob " + digest + " is missing", "Pull or build the image again.");
  }
}
