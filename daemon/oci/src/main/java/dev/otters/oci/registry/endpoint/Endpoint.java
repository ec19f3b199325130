package dev.otters.oci.registry.endpoint;

import dev.otters.agentfile.Quoted;
import dev.otters.http.AddressRule;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The address of one repository.
 *
 * @param host the host, as in the reference
 * @param base scheme, host and port; plain HTTP for loopback and insecure hosts
 * @param repository the path of the repository; empty for the registry itself
 * @param mayBeHere whether the registry may be on this machine
 */
public record Endpoint(String host, URI base, String repository, boolean mayBeHere) {
  private static final String DOCKER_HUB = "docker.io";
  private static final int HIGHEST_PORT = 65535;

  /**
   * Returns the endpoint of a reference.
   *
   * @param insecure the hosts that may use plain HTTP, in addition to loopback
   * @throws OciException INVALID_REFERENCE for a local reference
   */
  public static Endpoint of(ImageReference reference, Predicate<String> insecure) {
    String host =
        reference
            .host()
            .orElseThrow(
                () ->
                    new OciException(
                        Reason.INVALID_REFERENCE,
                        Quoted.of(reference.toString())
                            + " has no registry, so it can only be in the local store",
                        "Build or load it, or write its registry in front: host/"
                            + reference.repository()
                            + "."));
    return of(host, reference.repository(), insecure);
  }

  /**
   * Returns the endpoint of a registry, without a repository.
   *
   * @throws OciException INVALID_REFERENCE if it is not a valid host
   */
  public static Endpoint ofHost(String host, Predicate<String> insecure) {
    if (!isHost(host)) {
      throw noRegistry(host, "");
    }
    return of(host, "", insecure);
  }

  /** Returns whether a text is a host by the grammar of references. */
  private static boolean isHost(String host) {
    try {
      return ImageReference.parse(host + "/x").host().filter(host::equals).isPresent();
    } catch (OciException _) {
      return false;
    }
  }

  private static Endpoint of(String host, String repository, Predicate<String> insecure) {
    if (host.equals(DOCKER_HUB) || host.equals("index.docker.io")) {
      return new Endpoint(
          DOCKER_HUB,
          URI.create("https://registry-1.docker.io"),
          repository.isEmpty() || repository.contains("/") ? repository : "library/" + repository,
          true);
    }
    URI base = address(host);
    boolean plain = isLoopback(base) || insecure.test(host);
    return new Endpoint(host, plain ? URI.create("http://" + host) : base, repository, true);
  }

  private static URI address(String host) {
    try {
      URI base = new URI("https://" + host);
      if (base.getHost() != null && base.getPort() != 0) {
        return base;
      }
    } catch (URISyntaxException _) {
      // Not a valid address.
    }
    throw noRegistry(host, ": it is not a valid host name");
  }

  private static OciException noRegistry(String host, String why) {
    return new OciException(
        Reason.INVALID_REFERENCE,
        Quoted.of(host) + " is not a registry" + why,
        "Name it as host or host:port, such as registry.example.com.");
  }

  /** Returns the same repository over TLS. */
  public Endpoint withTls() {
    return new Endpoint(
        host, URI.create("https://" + base.getRawAuthority()), repository, mayBeHere);
  }

  /** Returns the same endpoint for a registry that must not be on this machine. */
  public Endpoint outside() {
    return new Endpoint(host, base, repository, false);
  }

  /** Returns the address of a manifest. */
  public URI manifest(String tagOrDigest) {
    return at("manifests/" + tagOrDigest);
  }

  /** Returns the address of a blob. */
  public URI blob(Digest digest) {
    return at("blobs/" + digest);
  }

  /** Returns the address of the first page of tags. */
  public URI tags() {
    return at("tags/list?n=1000");
  }

  /** Returns the address that identifies a registry. */
  public URI ping() {
    return base.resolve("/v2/");
  }

  /** Returns the address that starts uploads. */
  public URI uploads() {
    return at("blobs/uploads/");
  }

  /** Returns the address that mounts a blob from another repository. */
  public URI mount(Digest digest, String from) {
    return at(
        "blobs/uploads/?mount=%s&from=%s"
            .formatted(digest, URLEncoder.encode(from, StandardCharsets.UTF_8)));
  }

  private URI at(String rest) {
    return base.resolve("/v2/" + repository + "/" + rest);
  }

  /**
   * Returns why credentials and content must not be sent to {@code target}; empty if they may.
   * Allowed are TLS, one loopback address from another, and this server itself over plain HTTP.
   */
  public Optional<String> mistrust(URI target) {
    boolean plain = "http".equalsIgnoreCase(target.getScheme());
    if (!(plain || "https".equalsIgnoreCase(target.getScheme()))
        || target.getHost() == null
        || target.getPort() > HIGHEST_PORT) {
      return Optional.of("an address that is not a URL of a server");
    }
    if (target.getRawUserInfo() != null) {
      return Optional.of("an address that contains a user");
    }
    boolean near = (isLoopback(base) && isLoopback(target)) || isSameServer(base, target);
    return plain && !near ? Optional.of("an address without TLS") : Optional.empty();
  }

  /**
   * Returns the rule for the addresses of {@code target}: the registry itself, or a redirect
   * target.
   */
  public AddressRule rule(URI target) {
    if (!mayBeHere) {
      return AddressRule.OUTSIDE;
    }
    if (isSameServer(base, target)) {
      return AddressRule.ANY;
    }
    return isLoopback(base) ? AddressRule.LOCAL : AddressRule.OUTSIDE;
  }

  /** Returns whether two addresses have the same scheme, host and port. */
  public static boolean isSameServer(URI one, URI other) {
    return String.valueOf(one.getScheme()).equalsIgnoreCase(other.getScheme())
        && String.valueOf(one.getHost()).equalsIgnoreCase(other.getHost())
        && port(one) == port(other);
  }

  private static int port(URI uri) {
    int usual = "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
    return uri.getPort() >= 0 ? uri.getPort() : usual;
  }

  private static boolean isLoopback(URI uri) {
    String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
    return host.equals("localhost")
        || host.equals("[::1]")
        || host.matches("127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}");
  }
}
