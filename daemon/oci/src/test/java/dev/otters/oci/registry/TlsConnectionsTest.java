package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.credentials.DockerConfig;
import dev.otters.oci.FaultProxy;
import dev.otters.oci.FaultProxy.Fault;
import dev.otters.oci.FaultProxy.Half;
import dev.otters.oci.FaultProxy.Kind;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A registry behind a proxy that speaks TLS for it, with a good certificate or another. */
class TlsConnectionsTest extends RegistryTestCase {
  private static final int LASTING = 1000;

  private static Certified good;

  @TempDir private Path certificates;
  private FaultProxy proxy;

  @BeforeAll
  static void certify(@TempDir Path folder) throws IOException, InterruptedException {
    good = Certified.in(folder);
  }

  @AfterEach
  void closeProxy() {
    proxy.close();
  }

  private void open(Certified certified) throws GeneralSecurityException {
    int port = Integer.parseInt(server.host().replaceFirst(".*:", ""));
    proxy = FaultProxy.overTls(port, certified.tls());
    jq = ImageReference.parse(proxy.host() + "/tools/jq:1");
    registry = registry.with(believing(Optional.of(certified.authority())));
  }

  private RegistryAccess believing(Optional<Path> authority) {
    return new RegistryAccess(
        new DockerConfig(folder.resolve("config.json"), Map.of()),
        List.of(),
        Set.of(),
        List.of(),
        authority);
  }

  @ParameterizedTest
  @CsvSource({
    "CUT, manifests/1, 20",
    "CUT, blobs/, 20",
    "STALL, blobs/, 20",
    "CORRUPT, manifests/sha256, 20",
    "REFUSE, blobs/, 0",
    "UNAVAILABLE, manifests/, 0",
  })
  void whatABadWayDoesIsTheSameOverTls(Kind kind, String path, int after) throws Exception {
    open(good);
    proxy.arm(new Fault(kind, Half.ANSWER, "/v2/tools/jq/" + path, after), LASTING);

    Reason reason =
        switch (kind) {
          case CORRUPT -> Reason.DIGEST_MISMATCH;
          case UNAVAILABLE -> Reason.REGISTRY;
          default -> Reason.UNREACHABLE;
        };
    OciException failure = failure(reason);

    assertThat(failure.getMessage() + failure.remedy()).doesNotContain("certificate");
    proxy.heal();
    assertThat(pull()).isEqualTo(index);
  }

  @Test
  void aCertificateThatHasExpiredIsSaid() throws Exception {
    open(Certified.in(certificates, "ip:127.0.0.1", "-9d"));

    OciException failure = distrust();

    assertThat(failure).hasMessageContaining("has an expired certificate (NotAfter: ");
    assertThat(failure.remedy()).contains("Check the clock of this machine");
  }

  @Test
  void aCertificateOfTomorrowIsSaid() throws Exception {
    open(Certified.in(certificates, "ip:127.0.0.1", "+9d"));

    OciException failure = distrust();

    assertThat(failure).hasMessageContaining("has a certificate that is not valid yet");
    assertThat(failure.remedy()).contains("Check the clock of this machine");
  }

  @Test
  void aCertificateForAnotherNameIsSaid() throws Exception {
    open(Certified.in(certificates, "dns:registry.example", "-1d"));

    OciException failure = distrust();

    assertThat(failure).hasMessageContaining("has a certificate for another name");
    assertThat(failure.remedy()).contains("for a certificate for 127.0.0.1.");
  }

  @Test
  void aCertificateThatNobodyVouchesForIsSaidUntilItsAuthorityIsBelieved() throws Exception {
    open(good);
    Registry believing = registry;
    registry = believing.with(believing(Optional.empty()));

    OciException failure = distrust();

    assertThat(failure).hasMessageContaining("has a certificate from an unknown authority");
    assertThat(failure.remedy())
        .contains("/etc/docker/certs.d/" + proxy.host() + "/ca.crt", "OTTERS_CA_FILE");
    registry = believing;
    assertThat(pull()).isEqualTo(index);
    int requests = server.requests().size();
    registry = believing.with(believing(Optional.empty()));
    ImageReference another = ImageReference.parse(proxy.host() + "/tools/jq:2");
    assertThatExceptionOfType(OciException.class)
        .as("an open connection of one who trusts the authority")
        .isThrownBy(() -> registry.pull(another, store, OURS, Progress.NONE))
        .withMessageContaining("unknown authority");
    assertThat(server.requests()).hasSize(requests);
  }

  @Test
  void anImageIsPushedOverTlsAsItIs() throws Exception {
    open(good);
    ImageReference pushed = ImageReference.parse(proxy.host() + "/tools/copy:1");
    remote.tag(pushed, index, Origin.TAGGED);

    assertThat(registry.push(pushed, remote, Progress.NONE)).isEqualTo(index);
    registry.pull(pushed, store, new PullScope.AllPlatforms(), Progress.NONE);

    assertThat(store.closure(index)).isEqualTo(remote.closure(index));
  }

  /** Pulls, which must fail for what TLS says, at once, and leave nothing. */
  private OciException distrust() {
    OciException failure = failure(Reason.UNREACHABLE);
    assertThat(failure).hasMessageStartingWith("registry " + proxy.host() + " ");
    assertThat(server.requests()).isEmpty();
    return failure;
  }
}
