package dev.otters.oci.registry;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.net.URI;
import java.util.Locale;

/**
 * Where one repository is served.
 *
 * @param host as the reference names it
 * @param base scheme, host and port; plain HTTP for loopback hosts only
 * @param repository path of the repository there
 */
record Endpoint(String host, URI base, String repository) {
  private static final String DOCKER_HUB = "docker.io";

  /**
   * Returns the endpoint of a reference.
   *
   * @throws OciException INVALID_REFERENCE for a local reference
   */
  static Endpoint of(ImageReference reference) {
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
    return of(host, reference.repository());
  }

  /** Returns the endpoint of a registry as such, without a repository. */
  static Endpoint ofHost(String host) {
    // The grammar of references says what a host is.
    ImageReference unused = ImageReference.parse(host + "/x");
    return of(host, "");
  }

  private static Endpoint of(String host, String repository) {
    if (host.equals(DOCKER_HUB) || host.equals("index.docker.io")) {
      return new Endpoint(
          DOCKER_HUB,
          URI.create("https://registry-1.docker.io"),
          repository.isEmpty() || repository.contains("/") ? repository : "library/" + repository);
    }
    URI base = URI.create("https://" + host);
    return new Endpoint(host, isLoopback(base) ? URI.create("http://" + host) : base, repository);
  }

  URI manifest(String tagOrDigest) {
    return base.resolve("/v2/" + repository + "/manifests/" + tagOrDigest);
  }

  URI blob(String digest) {
    return base.resolve("/v2/" + repository + "/blobs/" + digest);
  }

  URI tags() {
    return base.resolve("/v2/" + repository + "/tags/list?n=1000");
  }

  URI ping() {
    return base.resolve("/v2/");
  }

  URI uploads() {
    return base.resolve("/v2/" + repository + "/blobs/uploads/");
  }

  /**
   * Tells whether credentials or content may travel to {@code target}: over TLS, or from one
   * loopback address to another.
   */
  boolean trusts(URI target) {
    return "https".equals(target.getScheme())
        ? target.getHost() != null
        : "http".equals(target.getScheme()) && isLoopback(base) && isLoopback(target);
  }

  private static boolean isLoopback(URI uri) {
    String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
    return host.equals("localhost")
        || host.equals("[::1]")
        || host.matches("127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}");
  }
}
