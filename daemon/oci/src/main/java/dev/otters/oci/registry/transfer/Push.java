package dev.otters.oci.registry.transfer;

import dev.otters.http.HttpBody;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.registry.client.BlobUploads;
import dev.otters.oci.registry.client.RepositoryClient;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.StoredImage;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * One push: each part before the manifest that refers to it, so that the image is never incomplete.
 */
public final class Push {
  private static final String PHASE = "push";

  private final Descriptor root;
  private final ImageReference reference;
  private final RepositoryClient client;
  private final BlobUploads uploads;
  private final OciStore store;
  private final Progress progress;
  private final ConcurrentMap<Digest, String> elsewhere = new ConcurrentHashMap<>();
  private boolean looked;

  private Push(
      Descriptor root,
      ImageReference reference,
      RepositoryClient client,
      OciStore store,
      Progress progress) {
    this.root = root;
    this.reference = reference;
    this.client = client;
    this.uploads = client.uploads();
    this.store = store;
    this.progress = Meter.oneAtATime(progress);
  }

  /**
   * Pushes a stored image with its content.
   *
   * @param root the stored image
   * @param reference the name on the registry
   * @return what the tag points at
   */
  public static Descriptor run(
      Descriptor root,
      ImageReference reference,
      RepositoryClient client,
      OciStore store,
      Progress progress) {
    try {
      return new Push(root, reference, client, store, progress).run();
    } catch (InterruptedException e) {
      throw Together.interrupted(
          "push of " + reference, "Push it again; finished layers are not sent again.", e);
    }
  }

  private Descriptor run() throws InterruptedException {
    Content content =
        new Content(
                reference.toString(),
                part -> store.manifest(require(part).digest()),
                ImageIndex::manifests)
            .walk(root);
    content.blobs().forEach(this::require);
    Together.each(content.blobs(), this::blob);
    for (Descriptor manifest : content.manifests()) {
      boolean last = manifest.digest().equals(root.digest());
      manifest(
          manifest,
          last ? reference.tag().orElse(root.digest().toString()) : "" + manifest.digest());
    }
    return root;
  }

  private Descriptor require(Descriptor part) {
    if (!store.contains(part.digest())) {
      throw new OciException(
          Reason.INVALID_IMAGE,
          reference
              + " cannot be pushed: the local store lacks "
              + part.platform().map(p -> "its image for " + p).orElse("blob " + part.digest()),
          "Pull all of its platforms, or build it.");
    }
    return part;
  }

  private void manifest(Descriptor image, String name) {
    client.putManifest(name, image.mediaType(), store.read(image, ManifestCodec.LARGEST));
  }

  private void blob(Descriptor blob) {
    Meter meter = new Meter(blob, progress, PHASE);
    if (meter.begin(uploads.has(blob.digest()))) {
      Path file = store.path(blob.digest());
      boolean unused =
          uploads.upload(
              blob,
              otherRepository(blob.digest()),
              offset ->
                  Optional.of(
                      HttpBody.of(
                          file,
                          offset,
                          blob.size() - offset,
                          sent -> meter.accept(offset + sent))));
      meter.end();
    }
  }

  /** Returns another repository of the same registry that has the blob, according to the store. */
  private synchronized Optional<String> otherRepository(Digest blob) {
    if (!looked) {
      looked = true;
      store.list().stream()
          .filter(image -> image.reference().host().equals(reference.host()))
          .filter(image -> !image.reference().repository().equals(reference.repository()))
          .forEach(this::remember);
    }
    return Optional.ofNullable(elsewhere.get(blob));
  }

  private void remember(StoredImage image) {
    for (Descriptor part : store.closure(image.descriptor())) {
      elsewhere.putIfAbsent(part.digest(), image.reference().repository());
    }
  }
}
