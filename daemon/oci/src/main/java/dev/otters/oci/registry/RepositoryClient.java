package dev.otters.oci.registry;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.json.JsonView;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.BlobWriter;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads manifests and blobs of one repository. */
final class RepositoryClient {
  private static final int MOST_PAGES = 1000;
  private static final int LARGEST_PAGE = 4 << 20;
  private static final Pattern NEXT = Pattern.compile("<([^>]{1,4096})>\\s*;\\s*rel=\"?next\"?");
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

  /** Gets what a reference points at now; a digest in it wins over its tag. */
  byte[] manifest(ImageReference reference) {
    Optional<Digest> digest = reference.digest();
    return digest.isPresent() ? manifest(digest.get()) : manifest(reference.tag().orElseThrow());
  }

  /** Gets a small blob whole. */
  byte[] blob(Descriptor blob, int largest) {
    String what = "blob " + blob.digest() + " of " + endpoint.repository();
    if (blob.size() > largest) {
      throw mismatch(what, "is larger than " + largest + " bytes");
    }
    byte[] content =
        transport.get(
            endpoint.blob(blob.digest().toString()),
            what,
            Map::of,
            answer -> answer.body().readNBytes((int) blob.size() + 1));
    if (content.length != blob.size() || !Digest.of(content).equals(blob.digest())) {
      throw mismatch(what, "is not what its manifest says");
    }
    return content;
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

  /** Returns all tags, from as many pages as the registry makes of them. */
  List<String> tags() {
    List<String> tags = new ArrayList<>();
    Optional<URI> page = Optional.of(endpoint.tags());
    for (int i = 0; page.isPresent(); i++) {
      if (i == MOST_PAGES) {
        throw transport.broken("has more than " + MOST_PAGES + " pages of tags");
      }
      page = tags(page.get(), tags);
    }
    return List.copyOf(tags);
  }

  private Optional<URI> tags(URI page, List<String> tags) {
    String what = "list of tags of " + endpoint.repository();
    return transport.get(
        page,
        what,
        Map::of,
        answer -> {
          byte[] json = answer.body().readNBytes(LARGEST_PAGE);
          tags.addAll(JsonView.parse(json, what, Reason.REGISTRY).texts("tags"));
          return answer.headers().allValues("Link").stream()
              .map(NEXT::matcher)
              .filter(Matcher::find)
              .findFirst()
              .map(link -> transport.place(page, link.group(1)));
        });
  }

  /** Asks for nothing but an answer. */
  void ping() {
    int unused =
        transport.get(
            endpoint.ping(),
            "login to registry " + endpoint.host(),
            Map::of,
            HttpResponse::statusCode);
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
