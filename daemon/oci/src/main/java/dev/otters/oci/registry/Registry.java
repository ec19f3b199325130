package dev.otters.oci.registry;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.OciStore;
import java.net.http.HttpClient;
import java.util.Optional;

/**
 * Pulls images from OCI registries and pushes them there.
 *
 * <p>Safe for many threads; closing it gives its connections up.
 *
 * @see <a href="https://github.com/opencontainers/distribution-spec/blob/main/spec.md">OCI
 *     distribution</a>
 */
public final class Registry implements AutoCloseable {
  private final RegistrySettings settings;
  private final DockerConfig config;
  private final HttpClient http;

  /** Opens no connection yet. */
  public Registry(RegistrySettings settings) {
    this.settings = settings;
    this.config = new DockerConfig(settings.dockerConfig());
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.connectTimeout())
            .build();
  }

  /**
   * Asks the registry what {@code reference} points at now, without fetching more than that.
   *
   * @throws dev.otters.oci.OciException as {@link #pull}
   */
  public Descriptor resolve(ImageReference reference) {
    RepositoryClient client = client(reference);
    Optional<Digest> digest = reference.digest();
    byte[] json =
        digest.isPresent()
            ? client.manifest(digest.get())
            : client.manifest(reference.tag().orElseThrow());
    return ManifestCodec.describe(json, reference.toString());
  }

  /**
   * Pulls an image and tags it in the store; what the store has already is not fetched again. On
   * any failure the store is as it was.
   *
   * @return what {@code reference} points at now: the index where there is one
   * @throws dev.otters.oci.OciException INVALID_REFERENCE for a local reference, UNREACHABLE,
   *     DENIED, NOT_FOUND, PLATFORM, RATE_LIMITED, REGISTRY, DIGEST_MISMATCH, INVALID_IMAGE or
   *     STORE, each with a remedy
   */
  public Descriptor pull(
      ImageReference reference, OciStore store, PullScope scope, Progress progress) {
    return Pull.run(reference, client(reference), store, scope, progress);
  }

  /**
   * Pushes a stored image with all that belongs to it, blobs first, its tag last; what the registry
   * has already is not sent again.
   *
   * @return what the tag points at on the registry
   * @throws dev.otters.oci.OciException INVALID_REFERENCE for a local reference, NOT_FOUND when it
   *     is not in the store, INVALID_IMAGE when the store has only some of its platforms, and as
   *     {@link #pull}
   */
  public Descriptor push(ImageReference reference, OciStore store, Progress progress) {
    Endpoint endpoint = Endpoint.of(reference);
    return new Push(reference, endpoint, transport(endpoint, "pull,push"), store, progress).run();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private RepositoryClient client(ImageReference reference) {
    Endpoint endpoint = Endpoint.of(reference);
    return new RepositoryClient(endpoint, transport(endpoint, "pull"));
  }

  private Transport transport(Endpoint endpoint, String actions) {
    Failures failures = new Failures(endpoint, config);
    Authenticator authenticator = new Authenticator(endpoint, config, failures, actions);
    return new Transport(http, settings, endpoint, authenticator, failures);
  }
}
