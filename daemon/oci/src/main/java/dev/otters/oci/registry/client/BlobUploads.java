package dev.otters.oci.registry.client;

import dev.otters.http.HttpAnswer;
import dev.otters.http.HttpBody;
import dev.otters.http.HttpCall;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.registry.endpoint.Endpoint;
import java.util.Map;
import java.util.Optional;

/** Uploads blobs to one repository. */
public final class BlobUploads {
  private final Transport transport;
  private final Endpoint endpoint;

  BlobUploads(Transport transport) {
    this.transport = transport;
    this.endpoint = transport.endpoint();
  }

  /** The bytes of a blob, from any offset. */
  @FunctionalInterface
  public interface Source {
    /**
     * Returns the bytes from {@code offset} to the end; empty if the source supports only the whole
     * blob.
     */
    Optional<HttpBody> from(long offset);
  }

  /** Returns whether the repository has the blob. */
  public boolean has(Digest digest) {
    try {
      int unused =
          transport.send(
              "blob " + digest,
              () -> HttpCall.of("HEAD", endpoint.blob(digest), Map.of()),
              HttpAnswer::status);
      return true;
    } catch (OciException e) {
      if (e.reason() == Reason.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Uploads a blob, unless the registry mounts it from another repository. An interrupted upload
   * resumes at the registry's offset or restarts; an abandoned one is cancelled.
   *
   * @param elsewhere another repository of this registry that may have the blob
   * @return whether bytes were sent
   */
  public boolean upload(Descriptor blob, Optional<String> elsewhere, Source source) {
    UploadSession session = new UploadSession(transport, blob, source);
    if (elsewhere.isPresent() && session.mount(elsewhere.get())) {
      return false;
    }
    try {
      int unused =
          transport.retried(
              "blob " + blob.digest() + " of " + endpoint.repository(),
              session::next,
              answer -> taken(answer, blob));
      return true;
    } catch (RuntimeException e) {
      session.takeBack();
      throw e;
    }
  }

  /**
   * Refuses an upload that is accepted but not complete: it would leave a manifest without its
   * blob.
   */
  private int taken(HttpAnswer answer, Descriptor blob) {
    if (answer.status() == 202) {
      throw transport
          .failures()
          .broken("received the whole blob " + blob.digest() + " and waits for more");
    }
    return answer.status();
  }
}
