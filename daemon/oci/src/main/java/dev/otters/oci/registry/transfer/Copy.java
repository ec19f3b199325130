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
import dev.otters.oci.registry.client.BlobUploads;
import dev.otters.oci.registry.client.RepositoryClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** One copy between registries. Blobs are streamed and not stored. */
public final class Copy {
  private static final String PHASE = "copy";

  private final RepositoryClient from;
  private final RepositoryClient to;
  private final BlobUploads uploads;
  private final Progress progress;
  private final Map<Digest, byte[]> manifests = new HashMap<>();

  private Copy(RepositoryClient from, RepositoryClient to, Progress progress) {
    this.from = from;
    this.to = to;
    this.uploads = to.uploads();
    this.progress = Meter.oneAtATime(progress);
  }

  /**
   * Copies an image with its content, the tag last.
   *
   * @return what the new reference points at
   */
  public static Descriptor run(
      ImageReference source,
      RepositoryClient from,
      ImageReference target,
      RepositoryClient to,
      Progress progress) {
    try {
      return new Copy(from, to, progress).run(source, target);
    } catch (InterruptedException e) {
      throw Together.interrupted(
          "copy of " + source, "Copy it again; finished layers are not sent again.", e);
    }
  }

  private Descriptor run(ImageReference source, ImageReference target) throws InterruptedException {
    byte[] json = from.manifest(source);
    Descriptor root = ManifestCodec.describe(json, source.toString());
    manifests.put(root.digest(), json);
    if (target.digest().filter(digest -> !digest.equals(root.digest())).isPresent()) {
      throw new OciException(
          Reason.INVALID_REFERENCE,
          target + " cannot name " + root.digest() + ": it has another digest",
          "Leave the digest out of the new reference.");
    }
    Content content =
        new Content(source.toString(), this::manifest, ImageIndex::manifests).walk(root);
    Together.each(content.blobs(), this::blob);
    for (Descriptor manifest : content.manifests()) {
      boolean last = manifest.digest().equals(root.digest());
      String name = manifest.digest().toString();
      to.putManifest(
          last ? target.tag().orElse(name) : name,
          manifest.mediaType(),
          manifests.getOrDefault(manifest.digest(), json));
    }
    return root;
  }

  private Manifest manifest(Descriptor part) {
    byte[] json = manifests.computeIfAbsent(part.digest(), from::manifest);
    if (json.length != part.size()) {
      throw new OciException(
          Reason.DIGEST_MISMATCH,
          "manifest " + part.digest() + " does not have the size in its index",
          "Ask the registry's operator: the registry is damaged or hostile. Nothing was copied.");
    }
    return ManifestCodec.read(json, part.digest().toString());
  }

  private void blob(Descriptor blob) {
    Meter meter = new Meter(blob, progress, PHASE);
    if (meter.begin(uploads.has(blob.digest()))) {
      boolean unused =
          uploads.upload(
              blob,
              isSameRegistry() ? Optional.of(from.endpoint().repository()) : Optional.empty(),
              offset -> from.open(blob, offset, meter));
      meter.end();
    }
  }

  private boolean isSameRegistry() {
    return from.endpoint().base().equals(to.endpoint().base());
  }
}
