package dev.otters.oci.registry;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.BlobWriter;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.Map;

/** Reads manifests and blobs of one repository. */
final class RepositoryClient {
  private static final String ACCEPT =
      String.join(
          ", ",
          MediaTypes.INDEX,
          MediaTypes.MANIFEST,
          MediaTypes.DOCKER_INDEX,
          MediaTypes.DOCKER_MANIFEST);

  private final Endpoint endpoint;
  private final Transport transport;

  RepositoryClient(Endpoint endpoint, Transport transport) {
    this.endpoint = endpoint;
    this.transport = transport;
  }

  /**
   * Gets the manifest or index that a tag points at now, not checked but for its announced digest.
   */
  byte[] manifest(String tag) {
    return fetch(tag, "manifest " + endpoint.repository() + ":" + tag);
  }

  /**
   * Gets a manifest that must have this digest.
   *
   * @throws OciException DIGEST_MISMATCH when it has another
   */
  byte[] manifest(Digest digest) {
    String what = "manifest " + endpoint.repository() + "@" + digest;
    byte[] json = fetch(digest.toString(), what);
    Digest real = Digest.of(json);
    if (!real.equals(digest)) {
      throw mismatch(what, "is really " + real);
    }
    return json;
  }

  /**
   * Streams a blob to {@code writer}, which checks it; after a failure it goes on where it was.
   *
   * @throws OciException DIGEST_MISMATCH when it is not what its descriptor says
   */
  void blob(Descriptor blob, BlobWriter writer, Progress progress) {
    transport.get(
        endpoint.blob(blob.digest().toString()),
        "blob " + blob.digest() + " of " + endpoint.repository(),
        () ->
            writer.position() == 0 ? Map.of() : Map.of("Range", "bytes=" + writer.position() + "-"),
        answer -> {
          if (!continues(answer, writer.position())) {
            restart(writer);
          }
          copy(answer.body(), writer, new Meter(blob, progress));
          if (writer.position() < blob.size()) {
            throw new IOException("the blob ended after " + writer.position() + " bytes");
          }
          return writer;
        });
  }

  private byte[] fetch(String name, String what) {
    return transport.get(
        endpoint.manifest(name),
        what,
        () -> Map.of("Accept", ACCEPT),
        answer -> {
          byte[] bytes = answer.body().readNBytes(ManifestCodec.LARGEST + 1);
          Digest real = Digest.of(bytes);
          answer
              .headers()
              .firstValue("Docker-Content-Digest")
              .filter(said -> said.startsWith("sha256:") && !said.equals(real.toString()))
              .ifPresent(
                  said -> {
                    throw mismatch(what, "is really " + real + ", but was announced as " + said);
                  });
          return bytes;
        });
  }

  private static boolean continues(HttpResponse<InputStream> answer, long position) {
    return answer.statusCode() == 206
        && answer
            .headers()
            .firstValue("Content-Range")
            .filter(range -> range.startsWith("bytes " + position + "-"))
            .isPresent();
  }

  private static void restart(BlobWriter writer) {
    try {
      writer.restart();
    } catch (IOException e) {
      throw disk(e);
    }
  }

  /** Reading may fail and be tried again; writing may not. */
  private static void copy(InputStream in, BlobWriter writer, Meter meter) throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      try {
        writer.write(buffer, 0, n);
      } catch (IOException e) {
        throw disk(e);
      }
      meter.at(writer.position());
    }
  }

  private static OciException mismatch(String what, String why) {
    return new OciException(
        Reason.DIGEST_MISMATCH,
        what + " " + why,
        "The registry is damaged or hostile; nothing of it was kept.");
  }

  private static OciException disk(IOException e) {
    return new OciException(
        Reason.STORE, "cannot write what was pulled: " + e, "Check the disk.", e);
  }

  /** Tells about every hundredth of a blob, at least 256 KiB, not about every packet. */
  private static final class Meter {
    private final Descriptor blob;
    private final Progress progress;
    private final long step;
    private long told = -1;

    Meter(Descriptor blob, Progress progress) {
      this.blob = blob;
      this.progress = progress;
      this.step = Math.max(blob.size() / 100, 256 << 10);
    }

    void at(long position) {
      if (told < 0 || position == blob.size() || position - told > step) {
        told = position;
        progress.update(blob.digest().abbreviated(), position, blob.size(), "pull");
      }
    }
  }
}
