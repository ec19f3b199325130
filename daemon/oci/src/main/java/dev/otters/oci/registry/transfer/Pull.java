package dev.otters.oci.registry.transfer;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.registry.client.RepositoryClient;
import dev.otters.oci.store.FetchedBlob;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** One pull: all content goes into an ingest, which is committed at the end. */
public final class Pull {
  private static final String PHASE = "pull";

  private final ImageReference reference;
  private final RepositoryClient client;
  private final Ingest ingest;
  private final Function<ImageIndex, List<Descriptor>> children;
  private final Progress progress;

  private Pull(
      ImageReference reference,
      RepositoryClient client,
      Ingest ingest,
      Function<ImageIndex, List<Descriptor>> children,
      Progress progress) {
    this.reference = reference;
    this.client = client;
    this.ingest = ingest;
    this.children = children;
    this.progress = Meter.oneAtATime(progress);
  }

  /**
   * Pulls an image and tags it.
   *
   * @param children chooses the parts of an index to pull
   * @return what the reference points at
   */
  public static Descriptor run(
      ImageReference reference,
      RepositoryClient client,
      OciStore store,
      Function<ImageIndex, List<Descriptor>> children,
      Progress progress) {
    try (Ingest ingest = store.ingest()) {
      return new Pull(reference, client, ingest, children, progress).run();
    } catch (InterruptedException e) {
      throw interrupted(reference, e);
    }
  }

  private Descriptor run() throws InterruptedException {
    Descriptor root =
        reference.digest().isPresent()
            ? pinned(reference.digest().get())
            : keep(client.manifest(reference.tag().orElseThrow()));
    Content content =
        new Content(
                reference.toString(),
                child -> child.equals(root) ? ingest.manifest(root) : manifest(child),
                children)
            .walk(root);
    Together.each(content.blobs(), this::blob);
    ingest.tag(reference, root, Origin.PULLED);
    ingest.commit();
    return root;
  }

  /** Uses the stored copy: content with the same digest is the same. */
  private Descriptor pinned(Digest digest) {
    return ingest.describe(digest).orElseGet(() -> keep(client.manifest(digest)));
  }

  private Descriptor keep(byte[] json) {
    Descriptor descriptor = ManifestCodec.describe(json, reference.toString());
    ingest.put(descriptor.mediaType(), json);
    return descriptor;
  }

  private Manifest manifest(Descriptor child) {
    Descriptor stored = pinned(child.digest());
    if (stored.size() != child.size() || !stored.mediaType().equals(child.mediaType())) {
      throw new OciException(
          Reason.DIGEST_MISMATCH,
          "the index of " + reference + " does not fit its image " + child.digest(),
          "Ask the registry's operator: the registry is damaged or hostile. Nothing was kept.");
    }
    return ingest.manifest(stored);
  }

  private void blob(Descriptor part) {
    Meter meter = new Meter(part, progress, PHASE);
    try {
      Optional<FetchedBlob> fetched = ingest.fetch(part);
      if (fetched.isEmpty()) {
        meter.exists();
        return;
      }
      try (FetchedBlob blob = fetched.get()) {
        fetch(part, blob, meter);
      }
      meter.end();
    } catch (OciException e) {
      throw e.reason() == Reason.DIGEST_MISMATCH
          ? e.after("registry " + client.endpoint().host() + " sent wrong content: ")
          : e;
    } catch (InterruptedException e) {
      throw interrupted(reference, e);
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw interrupted(reference, e);
      }
      throw new OciException(
          Reason.STORE, "cannot keep " + reference + ": " + e, "Check the disk.", e);
    }
  }

  private void fetch(Descriptor part, FetchedBlob blob, Meter meter) throws IOException {
    meter.accept(blob.position());
    boolean whole = true;
    if (blob.position() < part.size() || part.size() == 0) {
      whole = client.blob(part, blob, meter);
    }
    try {
      blob.finish();
    } catch (OciException e) {
      if (whole || e.reason() != Reason.DIGEST_MISMATCH) {
        throw e;
      }
      // The earlier bytes did not belong to this blob and have been discarded.
      boolean _ = client.blob(part, blob, meter);
      blob.finish();
    }
  }

  private static OciException interrupted(ImageReference reference, Exception cause) {
    return Together.interrupted("pull of " + reference, "Pull it again to resume.", cause);
  }
}
