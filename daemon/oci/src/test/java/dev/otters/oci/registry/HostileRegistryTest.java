package dev.otters.oci.registry;

import static dev.otters.oci.registry.FakeRegistry.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageManifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A registry that wants to lead its clients astray, or to keep them busy. */
class HostileRegistryTest extends RegistryTestCase {
  @ParameterizedTest
  @CsvSource({
    "http://169.254.169.254/latest, an address without TLS",
    "https://169.254.169.254/latest, a forbidden address: 169.254.169.254",
    "https://0.0.0.0/, a forbidden address: 0.0.0.0",
    "https://[::ffff:169.254.169.254]/, a forbidden address: ",
    "http://[::ffff:169.254.169.254]/, an address without TLS",
    "http://example.com/x, an address without TLS",
    "https://user:word@example.com/, an address that contains a user",
    "file:///etc/passwd, an address that is not a URL of a server",
    "gopher://127.0.0.1:1/, an address that is not a URL of a server",
    "https://127.0.0.1:99999/, an address that is not a URL of a server",
    "http://127.0.0.1:-1/, an address that is not a URL of a server",
    "https:///x, an address that is not a URL of a server",
    "//, an invalid URL",
  })
  void nobodyIsLedToWhereNoRegistryIs(String place, String why) {
    server.next("manifests/1", status(307, "", "Location: " + place));
    assertThat(failure(Reason.REGISTRY))
        .hasMessageContaining("redirects ")
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @CsvSource({
    "http://169.254.169.254/t, an address without TLS",
    "https://169.254.169.254/t, a forbidden address",
    "https://user:word@example.com/t, an address that contains a user",
    "http://127.0.0.1:99999/t, an address that is not a URL of a server",
    "'', an address that is not a URL of a server",
  })
  void noPasswordIsTakenToATokenServiceInside(String realm, String why) {
    login(server.host(), "bWU6c2VjcmV0");
    server.next("manifests/1", status(401, "", "WWW-Authenticate: Bearer realm=\"" + realm + "\""));

    assertThat(failure(Reason.REGISTRY)).hasMessageContaining(why);
    assertThat(server.requests()).noneMatch(request -> request.header("authorization").isPresent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/up",
        "https://169.254.169.254/up",
        "https://user:word@example.com/up",
        "file:///tmp/up",
        "http://127.0.0.1:99999/up",
        "/up\rX-Evil: 1",
      })
  void nothingIsSentToWhereNoRegistryIs(String place) {
    ImageReference pushed = ImageReference.parse(server.host() + "/tools/other:1");
    server.always("other/blobs/uploads/", status(202, "", "Location: " + place));

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.push(index, pushed, remote, Progress.NONE))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.REGISTRY));
    assertThat(server.requests()).noneMatch(request -> request.method().equals("PUT"));
  }

  @Test
  void aTokenServiceIsNamedAsWhatItIsInErrors() {
    String challenge = "WWW-Authenticate: Bearer realm=\"http://" + server.host() + "/token\"";
    server.next("manifests/1", status(401, "", challenge));
    assertThat(failure(Reason.NOT_FOUND)).hasMessageContaining("has no token");
  }

  @Test
  void whoClaimsToSpeakTlsIsAskedInPlainHttpTheNextTime() {
    server.next("manifests/1", status(400, "Client sent an HTTP request to an HTTPS server."));
    failure(Reason.UNREACHABLE);

    assertThat(pull()).isEqualTo(index);
  }

  @Test
  void whatAnotherServerSaysAboutTlsDoesNotCount() {
    try (FakeRegistry other = new FakeRegistry()) {
      other.always("/x", status(400, "Client sent an HTTP request to an HTTPS server."));
      server.next("manifests/1", status(307, "", "Location: http://" + other.host() + "/x"));

      assertThat(failure(Reason.REGISTRY)).hasMessageContaining("returned 400 for manifest");
    }
  }

  @Test
  void aBlobThatComesByDripsIsGivenUp() {
    Digest layer = layer();
    server.always("blobs/" + layer, server.inDrops(200, server.content("blobs/" + layer)));

    assertThat(failure(Reason.UNREACHABLE)).hasMessageContaining("bytes arrived in 400 ms");
  }

  @Test
  void anErrorThatComesByDripsIsNotWaitedFor() {
    byte[] words = "{\"errors\":[{\"message\":\"so slow\"}]}".getBytes(UTF_8);
    server.next("manifests/1", server.inDrops(404, words));

    assertThat(failure(Reason.NOT_FOUND)).hasMessageEndingWith("has no manifest tools/jq:1");
  }

  @Test
  void anErrorOfManyPartsIsNotShown() {
    server.next("manifests/1", status(404, "{\"errors\":[" + "[".repeat(8000)));

    assertThat(failure(Reason.NOT_FOUND)).hasMessageEndingWith("has no manifest tools/jq:1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[::::]/x", "1.2/x", "localhost:0/x"})
  void aHostThatNoMachineCanHaveIsNotAsked(String reference) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.resolve(ImageReference.parse(reference)))
        .withMessageContaining("it is not a valid host name")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_REFERENCE));
  }

  private Digest layer() {
    Digest child = index(0);
    return ((ImageManifest) remote.manifest(child)).layers().getFirst().digest();
  }

  private Digest index(int i) {
    return remote.manifest(index.digest()).references().get(i).digest();
  }
}
