package dev.otters.oci.registry;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpResponse;

/** One push: every part before what refers to it, so that nobody ever sees half an image. */
final class Push {
  private final ImageReference reference;
  private final Endpoint endpoint;
  private final Transport transport;
  private final OciStore store;
  private final Progress progress;

  Push(
      ImageReference reference,
      Endpoint endpoint,
      Transport transport,
      OciStore store,
      Progress progress) {
    this.reference = reference;
    this.endpoint = endpoint;
    this.transport = transport;
    this.store = store;
    this.progress = progress;
  }

  Descriptor run() {
    Descriptor root = store.require(reference);
    requireParts(root);
    parts(root);
    String name = reference.tag().orElse(root.digest().toString());
    manifest(root, name);
    return root;
  }

  private void requireParts(Descriptor image) {
    for (Descriptor part : store.manifest(image.digest()).references()) {
      if (!store.contains(part.digest())) {
        throw new OciException(
            Reason.INVALID_IMAGE,
            reference
                + " cannot be pushed: the local store lacks "
                + part.platform().map(p -> "its image for " + p).orElse("blob " + part.digest()),
            "Pull all of its platforms, or build it here.");
      }
      if (isManifest(part)) {
        requireParts(part);
      }
    }
  }

  private void parts(Descriptor image) {
    Manifest manifest = store.manifest(image.digest());
    for (Descriptor part : manifest.references()) {
      if (isManifest(part)) {
        parts(part);
        manifest(part, part.digest().toString());
      } else {
        blob(part);
      }
    }
  }

  private void manifest(Descriptor image, String name) {
    byte[] json = store.read(image, ManifestCodec.LARGEST);
    Call call = Call.put(endpoint.manifest(name), image.mediaType(), json);
    transport.retried(
        "manifest " + endpoint.repository() + ":" + name,
        () -> transport.open(call),
        HttpResponse::statusCode);
  }

  private void blob(Descriptor blob) {
    String item = blob.digest().abbreviated();
    progress.update(item, 0, blob.size(), "push");
    if (!isThere(blob)) {
      String what = "blob " + blob.digest() + " of " + endpoint.repository();
      transport.retried(what, () -> upload(blob), HttpResponse::statusCode);
    }
    progress.update(item, blob.size(), blob.size(), "push");
  }

  private boolean isThere(Descriptor blob) {
    URI uri = endpoint.blob(blob.digest().toString());
    try {
      transport.retried(
          "blob " + blob.digest(),
          () -> transport.open(Call.of("HEAD", uri)),
          HttpResponse::statusCode);
      return true;
    } catch (OciException e) {
      if (e.reason() == Reason.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /** Starts an upload and fills it; a broken one is not continued, the next try starts anew. */
  private HttpResponse<InputStream> upload(Descriptor blob) throws IOException {
    HttpResponse<InputStream> started = transport.open(Call.of("POST", endpoint.uploads()));
    if (started.statusCode() != 202) {
      return started;
    }
    started.body().close();
    URI place = transport.location(endpoint.uploads(), started);
    String separator = place.getRawQuery() == null ? "?" : "&";
    URI target = URI.create(place + separator + "digest=" + blob.digest());
    return transport.open(Call.put(target, store.path(blob.digest()), blob.size()));
  }

  private static boolean isManifest(Descriptor part) {
    return MediaTypes.isManifest(part.mediaType()) || MediaTypes.isIndex(part.mediaType());
  }
}
