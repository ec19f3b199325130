package dev.otters.oci.registry;

import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.OciStore;
import java.net.http.HttpClient;
import java.util.List;

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
  private final RegistryAccess access;
  private final HttpClient http;

  /** Opens no connection yet. */
  public Registry(RegistrySettings settings) {
    this(
        settings,
        settings.access(),
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.connectTimeout())
            .build());
  }

  private Registry(RegistrySettings settings, RegistryAccess access, HttpClient http) {
    this.settings = settings;
    this.access = access;
    this.http = http;
  }

  /**
   * Returns a registry that asks as {@code wanted} says, for one request; it shares the connections
   * of this one, and need not be closed.
   */
  public Registry with(RegistryAccess wanted) {
    return new Registry(settings, wanted, http);
  }

  /** Returns who asks. */
  public RegistryAccess access() {
    return access;
  }

  /**
   * Returns all tags of a repository, as the registry orders them.
   *
   * @param repository whose tag and digest do not matter
   * @throws dev.otters.oci.OciException as {@link #pull}
   */
  public List<String> tags(ImageReference repository) {
    return client(repository).tags();
  }

  /**
   * Looks at an image on its registry; nothing is stored.
   *
   * @throws dev.otters.oci.OciException as {@link #pull}
   */
  public RemoteImage inspect(ImageReference reference) {
    return Inspection.of(reference, client(reference));
  }

  /**
   * Checks that a registry takes these credentials.
   *
   * @param login the registry and the credentials
   * @throws dev.otters.oci.OciException DENIED when it does not; else as {@link #pull}
   */
  public void check(HostCredentials login) {
    Endpoint endpoint = Endpoint.ofHost(login.host());
    RegistryAccess given = access.with(login);
    Failures failures = new Failures(endpoint);
    Authenticator authenticator = new Authenticator(endpoint, given, failures, "");
    new RepositoryClient(endpoint, new Transport(http, settings, endpoint, authenticator, failures))
        .ping();
  }

  /**
   * Asks the registry what {@code reference} points at now, without fetching more than that.
   *
   * @throws dev.otters.oci.OciException as {@link #pull}
   */
  public Descriptor resolve(ImageReference reference) {
    return ManifestCodec.describe(client(reference).manifest(reference), reference.toString());
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
    Failures failures = new Failures(endpoint);
    Authenticator authenticator = new Authenticator(endpoint, access, failures, actions);
    return new Transport(http, settings, endpoint, authenticator, failures);
  }
}
