package dev.otters.oci.registry.client;

import dev.otters.http.HttpAnswer;
import dev.otters.http.HttpBody;
import dev.otters.http.HttpCall;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.registry.endpoint.Endpoint;
import dev.otters.oci.store.BlobTarget;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Reads manifests and blobs of one repository, and writes manifests. */
public final class RepositoryClient {
  private static final int BUFFER = 256 << 10;
  private static final String ACCEPT =
      String.join(
          ", ",
          MediaTypes.INDEX,
          MediaTypes.MANIFEST,
          MediaTypes.DOCKER_INDEX,
          MediaTypes.DOCKER_MANIFEST);

  private final Endpoint endpoint;
  private final Transport transport;

  /** Uses {@code transport}. */
  public RepositoryClient(Transport transport) {
    this.endpoint = transport.endpoint();
    this.transport = transport;
  }

  /** Returns the endpoint of the repository. */
  public Endpoint endpoint() {
    return endpoint;
  }

  /** Returns the uploader for this repository. */
  public BlobUploads uploads() {
    return new BlobUploads(transport);
  }

  /** Returns the tag list of this repository. */
  public TagList tags() {
    return new TagList(transport);
  }

  /** Checks that the registry accepts requests. */
  public void ping() {
    int unused =
        transport.send(
            "login to registry " + endpoint.host(),
            () -> HttpCall.of("GET", endpoint.ping(), Map.of()),
            HttpAnswer::status);
  }

  /** Fetches what a reference points at now; a digest takes precedence over a tag. */
  public byte[] manifest(ImageReference reference) {
    Optional<Digest> digest = reference.digest();
    return digest.isPresent() ? manifest(digest.get()) : manifest(reference.tag().orElseThrow());
  }

  /**
   * Fetches the manifest or index that a tag points at now. Only its announced digest is checked.
   */
  public byte[] manifest(String tag) {
    return fetch(tag, "manifest " + endpoint.repository() + ":" + tag);
  }

  /**
   * Fetches a manifest by its digest.
   *
   * @throws OciException DIGEST_MISMATCH if it has another digest
   */
  public byte[] manifest(Digest digest) {
    String what = "manifest " + endpoint.repository() + "@" + digest;
    byte[] json = fetch(digest.toString(), what);
    Digest real = Digest.of(json);
    if (!real.equals(digest)) {
      throw transport.failures().mismatch(what, "is really " + real);
    }
    return json;
  }

  /**
   * Writes a manifest or index under a tag or its digest.
   *
   * @throws OciException DIGEST_MISMATCH if the registry reports another digest
   */
  public void putManifest(String name, String mediaType, byte[] json) {
    String what = "manifest " + endpoint.repository() + ":" + name;
    int unused =
        transport.send(
            what,
            () ->
                HttpCall.of(
                    "PUT",
                    endpoint.manifest(name),
                    Map.of("Content-Type", mediaType),
                    HttpBody.of(json)),
            answer -> {
              announced(answer, what, Digest.of(json));
              return answer.status();
            });
  }

  /** Fetches a small blob. */
  public byte[] blob(Descriptor blob, int largest) {
    String what = what(blob);
    if (blob.size() > largest) {
      throw transport.failures().mismatch(what, "is larger than " + largest + " bytes");
    }
    byte[] content =
        transport.send(
            what,
            () -> HttpCall.of("GET", endpoint.blob(blob.digest()), Map.of()),
            answer -> answer.bytes((int) blob.size() + 1));
    if (content.length != blob.size() || !Digest.of(content).equals(blob.digest())) {
      throw transport.failures().mismatch(what, "does not match its manifest");
    }
    return content;
  }

  /**
   * Streams a blob, and resumes after a failure.
   *
   * @param target receives and checks the bytes
   * @param progress receives the number of bytes so far
   * @return whether the blob came in one response, instead of parts that may not match
   */
  public boolean blob(Descriptor blob, BlobTarget target, LongConsumer progress) {
    return transport.retried(
        what(blob),
        () -> rest(blob, target),
        answer -> {
          boolean whole = target.position() == 0;
          boolean continued = continues(answer, target, blob);
          if (answer.status() == 206 && !continued) {
            throw new IOException("the registry sent another range than requested");
          }
          take(answer.stream(), target, continued, progress);
          if (target.position() < blob.size()) {
            throw new IOException("the blob ended after " + target.position() + " bytes");
          }
          return whole || !continued;
        });
  }

  /** Requests the missing range, or the whole blob if the registry does not support ranges. */
  private HttpAnswer rest(Descriptor blob, BlobTarget target) throws IOException {
    HttpCall all = HttpCall.of("GET", endpoint.blob(blob.digest()), Map.of());
    if (target.position() == 0) {
      return transport.open(all);
    }
    HttpAnswer answer = transport.open(all.with("Range", "bytes=" + target.position() + "-"));
    boolean other = answer.status() == 206 && !continues(answer, target, blob);
    if (!other && answer.status() != 416) {
      return answer;
    }
    answer.close();
    written(target::restart);
    return transport.open(all);
  }

  /**
   * Opens a blob for streaming to another registry.
   *
   * @return empty if {@code offset} is not 0: only whole blobs are streamed
   */
  public Optional<HttpBody> open(Descriptor blob, long offset, LongConsumer progress) {
    if (offset == blob.size() && offset > 0) {
      return Optional.of(HttpBody.EMPTY);
    }
    if (offset > 0) {
      return Optional.empty();
    }
    return Optional.of(
        new PassedOn(
            blob,
            () -> transport.open(HttpCall.of("GET", endpoint.blob(blob.digest()), Map.of())),
            why -> transport.failures().mismatch(what(blob), why),
            progress));
  }

  /** Separates failed reads, which are retried, from failed writes, which are not. */
  private static void take(
      InputStream in, BlobTarget target, boolean continued, LongConsumer progress)
      throws IOException {
    byte[] buffer = new byte[BUFFER];
    if (!continued) {
      written(target::restart);
    }
    while (true) {
      int read = in.read(buffer);
      if (read < 0) {
        return;
      }
      written(() -> target.write(buffer, 0, read));
      progress.accept(target.position());
    }
  }

  @FunctionalInterface
  private interface Write {
    void run() throws IOException;
  }

  private static void written(Write write) {
    try {
      write.run();
    } catch (ClosedByInterruptException e) {
      throw new OciException(
          Reason.STORE, "writing the blob was interrupted", "Pull the image again.", e);
    } catch (IOException e) {
      throw new OciException(Reason.STORE, "cannot write the blob: " + e, "Check the disk.", e);
    }
  }

  private static boolean continues(HttpAnswer answer, BlobTarget target, Descriptor blob) {
    String said = "bytes " + target.position() + "-" + (blob.size() - 1) + "/" + blob.size();
    return answer.status() == 206 && answer.first("content-range").filter(said::equals).isPresent();
  }

  private byte[] fetch(String name, String what) {
    return transport.send(
        what,
        () -> HttpCall.of("GET", endpoint.manifest(name), Map.of("Accept", ACCEPT)),
        answer -> {
          byte[] bytes = answer.bytes(ManifestCodec.LARGEST + 1);
          if (bytes.length <= ManifestCodec.LARGEST) {
            announced(answer, what, Digest.of(bytes));
          }
          return bytes;
        });
  }

  private void announced(HttpAnswer answer, String what, Digest real) {
    Optional<String> other =
        answer
            .first("docker-content-digest")
            .filter(said -> said.startsWith("sha256:") && !said.equals(real.toString()));
    if (other.isPresent()) {
      throw transport
          .failures()
          .mismatch(what, "is really " + real + ", but was announced as " + other.get());
    }
  }

  private String what(Descriptor blob) {
    return "blob " + blob.digest() + " of " + endpoint.repository();
  }
}
