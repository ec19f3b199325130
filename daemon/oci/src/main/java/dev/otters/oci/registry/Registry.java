package dev.otters.oci.registry;

import dev.otters.credentials.HostCredentials;
import dev.otters.http.HttpConnections;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.manifest.PlatformChoice;
import dev.otters.oci.registry.auth.Authenticator;
import dev.otters.oci.registry.auth.Tokens;
import dev.otters.oci.registry.client.RepositoryClient;
import dev.otters.oci.registry.client.SpeaksTls;
import dev.otters.oci.registry.client.Transport;
import dev.otters.oci.registry.endpoint.Endpoint;
import dev.otters.oci.registry.transfer.Copy;
import dev.otters.oci.registry.transfer.Pull;
import dev.otters.oci.registry.transfer.Push;
import dev.otters.oci.store.BlobSource;
import dev.otters.oci.store.BlobTarget;
import dev.otters.oci.store.BlobWriter;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/**
 * Pulls, pushes, copies and inspects images of OCI registries.
 *
 * <ul>
 *   <li>Thread-safe. Closing it closes its connections.
 *   <li>An interrupt of the calling thread ends a call. A pull leaves at most partial blobs, where
 *       the next one resumes.
 *   <li>Several layers are transferred at once. One thread at a time reports progress.
 *   <li>Every call throws {@link dev.otters.oci.OciException} INVALID_REFERENCE for a local
 *       reference, UNREACHABLE, DENIED, NOT_FOUND, PLATFORM, RATE_LIMITED, REGISTRY,
 *       DIGEST_MISMATCH, INVALID_IMAGE or STORE, each with a remedy.
 * </ul>
 *
 * @see <a href="https://github.com/opencontainers/distribution-spec/blob/main/spec.md">OCI
 *     distribution</a>
 */
public final class Registry implements AutoCloseable, BlobSource {
  private final RegistrySettings settings;
  private final RegistryAccess access;
  private final Shared shared;

  /** The state that all callers share. */
  private record Shared(HttpConnections http, Tokens tokens, Set<String> speakTls) {}

  /** Opens no connection yet. */
  public Registry(RegistrySettings settings) {
    this(
        settings,
        settings.access(),
        new Shared(
            new HttpConnections(settings.times(), settings.proxies()),
            new Tokens(),
            ConcurrentHashMap.newKeySet()));
  }

  private Registry(RegistrySettings settings, RegistryAccess access, Shared shared) {
    this.settings = settings;
    this.access = access;
    this.shared = shared;
  }

  /**
   * Returns a registry for one request with this access. It shares the connections of this one and
   * need not be closed.
   */
  public Registry with(RegistryAccess wanted) {
    return new Registry(settings, wanted, shared);
  }

  /** Returns the access. */
  public RegistryAccess access() {
    return access;
  }

  /** Returns what {@code reference} points at on the registry now, without fetching the image. */
  public Descriptor resolve(ImageReference reference) {
    return tlsIfNeeded(
        () ->
            ManifestCodec.describe(
                client(reference, "pull").manifest(reference), reference.toString()));
  }

  /** Inspects an image on its registry. Nothing is stored. */
  public RemoteImage inspect(ImageReference reference) {
    return tlsIfNeeded(() -> RemoteImage.fetch(reference, client(reference, "pull")));
  }

  /**
   * Returns all tags of a repository, in the registry's order.
   *
   * @param repository a reference whose tag and digest are ignored
   */
  public List<String> tags(ImageReference repository) {
    return tlsIfNeeded(() -> client(repository, "pull").tags().all());
  }

  /**
   * Pulls an image and tags it in the store. Stored content is not fetched again, and content that
   * another pull is fetching is awaited. On failure no tag and no image has changed.
   *
   * @return what {@code reference} points at now: the index, if there is one
   */
  public Descriptor pull(
      ImageReference reference, OciStore store, PullScope scope, Progress progress) {
    return tlsIfNeeded(
        () ->
            Pull.run(
                reference, client(reference, "pull"), store, chosen(reference, scope), progress));
  }

  /**
   * Pushes a stored image with its content: blobs first, the tag last. Blobs that the registry
   * already has in this repository, or in another that the store knows, are not sent again.
   *
   * @return what the tag points at on the registry
   * @throws dev.otters.oci.OciException also NOT_FOUND if the store does not have it, and
   *     INVALID_IMAGE if the store lacks some of its platforms
   */
  public Descriptor push(ImageReference reference, OciStore store, Progress progress) {
    return push(store.require(reference), reference, store, progress);
  }

  /**
   * Pushes a stored image under another reference, which need not be in the store.
   *
   * @return what {@code reference} points at on the registry
   * @throws dev.otters.oci.OciException also INVALID_IMAGE if the stored image is incomplete
   */
  public Descriptor push(
      Descriptor image, ImageReference reference, OciStore store, Progress progress) {
    return tlsIfNeeded(
        () -> Push.run(image, reference, client(reference, "pull,push"), store, progress));
  }

  /**
   * Copies an image with all its platforms from one repository to another, without the store.
   * Existing blobs are not sent, and within one registry no blob is.
   *
   * @return what {@code to} points at now
   */
  public Descriptor copy(ImageReference from, ImageReference to, Progress progress) {
    return tlsIfNeeded(
        () -> Copy.run(from, client(from, "pull"), to, client(to, "pull,push"), progress));
  }

  /** Fetches one blob or manifest of an image; see {@link OciStore#repair}. */
  @Override
  public void fetch(ImageReference from, Descriptor blob, BlobWriter into) throws IOException {
    boolean manifest =
        MediaTypes.isManifest(blob.mediaType()) || MediaTypes.isIndex(blob.mediaType());
    Optional<byte[]> json =
        tlsIfNeeded(
            () -> {
              RepositoryClient client = client(from, "pull");
              if (manifest) {
                return Optional.of(client.manifest(blob.digest()));
              }
              boolean _ = client.blob(blob, BlobTarget.of(into), position -> {});
              return Optional.empty();
            });
    if (json.isPresent()) {
      into.write(json.get());
    }
  }

  /**
   * Checks that a registry accepts credentials.
   *
   * @throws dev.otters.oci.OciException DENIED if it does not
   */
  public void check(HostCredentials login) {
    RegistryAccess given = access.with(login);
    boolean unused =
        tlsIfNeeded(
            () -> {
              Endpoint host = Endpoint.ofHost(login.host(), given.insecureHosts()::contains);
              client(host, given, "").ping();
              return true;
            });
  }

  @Override
  public void close() {
    shared.http.close();
  }

  private static Function<ImageIndex, List<Descriptor>> chosen(
      ImageReference reference, PullScope scope) {
    return switch (scope) {
      case PullScope.AllPlatforms() -> ImageIndex::manifests;
      case PullScope.OnlyPlatform(var platform) ->
          index -> List.of(PlatformChoice.choose(index, platform, reference.toString()));
    };
  }

  /**
   * Retries with TLS: a registry on loopback is called over plain HTTP first, but may use TLS. It
   * may also have been restarted without TLS.
   */
  private <T> T tlsIfNeeded(Supplier<T> call) {
    boolean old = !shared.speakTls.isEmpty();
    for (int i = 0; ; i++) {
      try {
        return call.get();
      } catch (SpeaksTls e) {
        if (i == 2) {
          throw e;
        }
        old = false;
        shared.speakTls.add(e.host());
      } catch (OciException e) {
        if (e.reason() == OciException.Reason.UNREACHABLE) {
          shared.speakTls.clear();
        }
        if (!old || !(e.getCause() instanceof SSLException)) {
          throw e;
        }
        old = false;
      }
    }
  }

  private RepositoryClient client(ImageReference reference, String actions) {
    Endpoint endpoint = Endpoint.of(reference, access.insecureHosts()::contains);
    return client(endpoint, access, actions);
  }

  private RepositoryClient client(Endpoint plain, RegistryAccess asking, String actions) {
    Endpoint named = asking.mayBeHere(plain.host()) ? plain : plain.outside();
    Endpoint endpoint = shared.speakTls.contains(plain.host()) ? named.withTls() : named;
    Authenticator authenticator =
        new Authenticator(
            endpoint, () -> asking.credentials(endpoint.host()), shared.tokens, actions);
    return new RepositoryClient(
        new Transport(
            shared.http, settings.retry(), endpoint, authenticator, asking.trust(endpoint.host())));
  }
}
