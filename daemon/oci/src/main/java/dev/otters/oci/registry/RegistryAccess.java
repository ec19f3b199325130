package dev.otters.oci.registry;

import dev.otters.credentials.Credentials;
import dev.otters.credentials.CredentialsException;
import dev.otters.credentials.DockerConfig;
import dev.otters.credentials.HostCredentials;
import dev.otters.http.Trust;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The credentials and trust for calls to registries.
 *
 * @param config the stored credentials
 * @param given credentials for this request; they take precedence over stored ones
 * @param insecureHosts hosts, as in references, that may use plain HTTP; loopback always may
 * @param certificateFolders folders like Docker's {@code certs.d}: {@code HOST/ca.crt} is trusted
 *     for that host
 * @param caFile certificates that are trusted for every host
 * @param namedHosts the hosts that the operator named. Only these and insecure hosts may be on this
 *     machine; others were named by an image. Empty if the operator named every host
 */
public record RegistryAccess(
    DockerConfig config,
    List<HostCredentials> given,
    Set<String> insecureHosts,
    List<Path> certificateFolders,
    Optional<Path> caFile,
    Optional<Set<String>> namedHosts) {

  public RegistryAccess {
    given = List.copyOf(given);
    insecureHosts = Set.copyOf(insecureHosts);
    certificateFolders = List.copyOf(certificateFolders);
    namedHosts = namedHosts.map(Set::copyOf);
  }

  /** Creates an access for hosts that the operator named. */
  public RegistryAccess(
      DockerConfig config,
      List<HostCredentials> given,
      Set<String> insecureHosts,
      List<Path> certificateFolders,
      Optional<Path> caFile) {
    this(config, given, insecureHosts, certificateFolders, caFile, Optional.empty());
  }

  /**
   * Returns the access of this process: Docker's configuration, {@code certs.d} in {@code
   * /etc/docker} and beside it, and {@code OTTERS_CA_FILE}.
   */
  public static RegistryAccess ofEnvironment(Map<String, String> environment) {
    DockerConfig config = DockerConfig.ofEnvironment(environment);
    String caFile = environment.getOrDefault("OTTERS_CA_FILE", "");
    return new RegistryAccess(
        config,
        List.of(),
        Set.of(),
        List.of(Path.of("/etc/docker/certs.d"), config.file().resolveSibling("certs.d")),
        caFile.isEmpty() ? Optional.empty() : Optional.of(Path.of(caFile)));
  }

  /** Returns a copy with additional credentials, which take precedence for their host. */
  public RegistryAccess with(HostCredentials more) {
    return with(List.of(more));
  }

  /** Returns a copy with additional credentials, which take precedence for their hosts. */
  public RegistryAccess with(List<HostCredentials> more) {
    return new RegistryAccess(
        config,
        Stream.concat(more.stream(), given.stream()).toList(),
        insecureHosts,
        certificateFolders,
        caFile,
        namedHosts);
  }

  /** Returns a copy for references that an image names; the operator named only these hosts. */
  public RegistryAccess withNamed(Set<String> hosts) {
    return new RegistryAccess(
        config, given, insecureHosts, certificateFolders, caFile, Optional.of(hosts));
  }

  boolean mayBeHere(String host) {
    return insecureHosts.contains(host)
        || namedHosts.map(named -> named.contains(host)).orElse(true);
  }

  /** Returns a copy that may use plain HTTP for this host too. */
  public RegistryAccess withInsecure(String host) {
    Set<String> hosts = new HashSet<>(insecureHosts);
    hosts.add(host);
    return new RegistryAccess(config, given, hosts, certificateFolders, caFile, namedHosts);
  }

  /** Returns a copy that trusts the certificates in this file. */
  public RegistryAccess withCaFile(Path file) {
    return new RegistryAccess(
        config, given, insecureHosts, certificateFolders, Optional.of(file), namedHosts);
  }

  Trust trust(String host) {
    return new Trust(
        Stream.concat(
                caFile.stream(),
                certificateFolders.stream()
                    .map(folder -> folder.resolve(host).resolve("ca.crt"))
                    .filter(Files::exists))
            .toList());
  }

  /**
   * Returns the credentials for a host; empty if there are none.
   *
   * @throws OciException DENIED if they cannot be read
   */
  public Optional<Credentials> credentials(String host) {
    try {
      return given.stream()
          .filter(entry -> DockerConfig.isFor(entry.host(), host))
          .findFirst()
          .map(HostCredentials::credentials)
          .or(() -> config.find(host));
    } catch (CredentialsException e) {
      throw new OciException(Reason.DENIED, String.valueOf(e.getMessage()), e.remedy(), e).by(host);
    }
  }
}
