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
 * Where one repository is served.
 *
 * @param host as the reference names it
 * @param base scheme, host and port; plain HTTP for loopback hosts and those named insecure
 * @param repository path of the repository there; empty for the registry as such
 * @param mayBeHere whether the registry may be on this machine
 */
public record Endpoint(String host, URI base, String repository, boolean mayBeHere) {
  private static final String DOCKER_HUB = "docker.io";
  private static final int HIGHEST_PORT = 65535;

  /**
   * Returns the endpoint of a reference.
   *
   * @param insecure tells which hosts plain HTTP may be spoken to, besides loopback
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
                            + " names no registry, so it can only be in the local store",
                        "Build or load it, or write its registry in front: host/"
                            + reference.repository()
                            + "."));
    return of(host, reference.repository(), insecure);
  }

  /**
   * Returns the endpoint of a registry as such, without a repository.
   *
   * @throws OciException INVALID_REFERENCE when it is no host
   */
  public static Endpoint ofHost(String host, Predicate<String> insecure) {
    if (!isHost(host)) {
      throw noRegistry(host, "");
    }
    return of(host, "", insecure);
  }

  /** The grammar of references says what a host is. */
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
      // Then it is none that could be asked.
    }
    throw noRegistry(host, ": no machine can have this name");
  }

  private static OciException noRegistry(String host, String why) {
    return new OciException(
        Reason.INVALID_REFERENCE,
        Quoted.of(host) + " is no registry" + why,
        "Name it as host or host:port, such as registry.example.com.");
  }

  /** Returns the same repository over TLS. */
  public Endpoint withTls() {
    return new Endpoint(
        host, URI.create("https://" + base.getRawAuthority()), repository, mayBeHere);
  }

  /** Returns the same repository, which must not be on this machine. */
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

  /** Returns the address that only tells whether this is a registry. */
  public URI ping() {
    return base.resolve("/v2/");
  }

  /** Returns the address at which uploads begin. */
  public URI uploads() {
    return at("blobs/uploads/");
  }

  /** Returns the address at which an upload begins that takes the blob from another repository. */
  public URI mount(Digest digest, String from) {
    return at(
        "blobs/uploads/?mount="
            + digest
            + "&from="
            + URLEncoder.encode(from, StandardCharsets.UTF_8));
  }

  private URI at(String rest) {
    return base.resolve("/v2/" + repository + "/" + rest);
  }

  /**
   * Returns why neither credentials nor content may travel to {@code target}, as what is there;
   * empty where they may: over TLS, or from one loopback address to another, or to this very server
   * where it speaks plain HTTP.
   */
  public Optional<String> mistrust(URI target) {
    boolean plain = "http".equalsIgnoreCase(target.getScheme());
    if (!(plain || "https".equalsIgnoreCase(target.getScheme()))
        || target.getHost() == null
        || target.getPort() > HIGHEST_PORT) {
      return Optional.of("what is no web address");
    }
    if (target.getRawUserInfo() != null) {
      return Optional.of("an address that holds a user");
    }
    boolean near = (isLoopback(base) && isLoopback(target)) || isSameServer(base, target);
    return plain && !near ? Optional.of("a place without TLS") : Optional.empty();
  }

  /**
   * Returns the rule for the addresses of {@code target}, to which the registry sends us or which
   * is the registry itself.
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

  /** Tells whether two addresses have scheme, host and port in common. */
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
