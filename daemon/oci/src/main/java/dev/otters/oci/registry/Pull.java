package dev.otters.oci.registry;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.manifest.PlatformChoice;
import dev.otters.oci.store.BlobWriter;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;

/** One pull: everything into an ingest first, then into the store at once. */
final class Pull {
  private final ImageReference reference;
  private final RepositoryClient client;
  private final Ingest ingest;
  private final PullScope scope;
  private final Progress progress;

  private Pull(
      ImageReference reference,
      RepositoryClient client,
      Ingest ingest,
      PullScope scope,
      Progress progress) {
    this.reference = reference;
    this.client = client;
    this.ingest = ingest;
    this.scope = scope;
    this.progress = progress;
  }

  static Descriptor run(
      ImageReference reference,
      RepositoryClient client,
      OciStore store,
      PullScope scope,
      Progress progress) {
    try (Ingest ingest = store.ingest()) {
      return new Pull(reference, client, ingest, scope, progress).run();
    } catch (ClosedByInterruptException e) {
      throw new OciException(
          Reason.STORE, "the pull of " + reference + " was interrupted", "Pull it again.", e);
    } catch (IOException e) {
      throw new OciException(
          Reason.STORE, "cannot keep " + reference + ": " + e, "Check the disk.", e);
    }
  }

  private Descriptor run() throws IOException {
    Descriptor root =
        reference.digest().isPresent()
            ? pinned(reference.digest().get())
            : keep(client.manifest(reference.tag().orElseThrow()));
    switch (ingest.manifest(root)) {
      case ImageManifest image -> parts(image);
      case ImageIndex index -> {
        for (Descriptor child : children(index)) {
          child(child);
        }
      }
    }
    ingest.tag(reference, root, Origin.PULLED);
    ingest.commit();
    return root;
  }

  /** What a digest names cannot change, so the store's copy is as good as the registry's. */
  private Descriptor pinned(Digest digest) {
    return ingest.describe(digest).orElseGet(() -> keep(client.manifest(digest)));
  }

  private Descriptor keep(byte[] json) {
    Descriptor descriptor = ManifestCodec.describe(json, reference.toString());
    ingest.put(descriptor.mediaType(), json);
    return descriptor;
  }

  private List<Descriptor> children(ImageIndex index) {
    return switch (scope) {
      case PullScope.AllPlatforms() -> index.manifests();
      case PullScope.OnlyPlatform(var platform) ->
          List.of(PlatformChoice.choose(index, platform, reference.toString()));
    };
  }

  private void child(Descriptor child) throws IOException {
    if (!MediaTypes.isManifest(child.mediaType())) {
      throw new OciException(
          Reason.INVALID_IMAGE,
          reference + " lists something else than images: " + child.mediaType(),
          "Pull one of its images by digest, or only this machine's platform.");
    }
    Descriptor stored = pinned(child.digest());
    Manifest manifest = ingest.manifest(stored);
    if (stored.size() != child.size() || !(manifest instanceof ImageManifest image)) {
      throw new OciException(
          Reason.DIGEST_MISMATCH,
          "the index of " + reference + " does not fit its image " + child.digest(),
          "The registry is damaged or hostile; nothing of it was kept.");
    }
    parts(image);
  }

  private void parts(ImageManifest image) throws IOException {
    for (Descriptor part : image.references()) {
      if (ingest.has(part.digest())) {
        progress.update(part.digest().abbreviated(), part.size(), part.size(), "pull");
      } else {
        try (BlobWriter writer = ingest.writer(part)) {
          client.blob(part, writer, progress);
          writer.finish();
        }
      }
    }
  }
}
