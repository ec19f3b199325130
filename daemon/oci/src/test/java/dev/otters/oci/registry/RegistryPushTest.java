package dev.otters.oci.registry;

import static dev.otters.oci.registry.FakeRegistry.hangUp;
import static dev.otters.oci.registry.FakeRegistry.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.store.Origin;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryPushTest extends RegistryTestCase {
  private FakeRegistry target;
  private ImageReference pushed;

  @BeforeEach
  void startAnEmptyRegistry() {
    target = new FakeRegistry();
    pushed = ImageReference.parse(target.host() + "/tools/jq:1");
    remote.tag(pushed, index, Origin.TAGGED);
  }

  @AfterEach
  void closeTarget() {
    target.close();
  }

  @Test
  void whatWasPushedIsPulledElsewhere() {
    assertThat(push()).isEqualTo(index);

    registry.pull(pushed, store, new PullScope.AllPlatforms(), Progress.NONE);

    assertThat(store.closure(index)).isEqualTo(remote.closure(index));
  }

  @Test
  void theTagComesLast() {
    push();

    List<String> puts =
        target.requests().stream()
            .filter(request -> request.method().equals("PUT"))
            .map(FakeRegistry.Request::path)
            .toList();
    assertThat(puts).hasSize(7);
    assertThat(puts.getLast()).isEqualTo("/v2/tools/jq/manifests/1");
    assertThat(puts.subList(4, 6)).allMatch(path -> path.contains("/manifests/sha256:"));
  }

  @Test
  void aRegistryThatStoredAnotherManifestIsNotBelieved() {
    String other = "sha256:" + "0".repeat(64);
    target.next("manifests/1", status(201, "", "Docker-Content-Digest: " + other));

    assertFails(Reason.DIGEST_MISMATCH, pushed);
  }

  @Test
  void blobsThatAreThereAreNotSentAgain() {
    push();
    int before = target.requests().size();

    push();

    assertThat(target.requests().subList(before, target.requests().size()))
        .noneMatch(request -> request.method().equals("POST"));
  }

  @Test
  void brokenUploadsStartAnew() {
    target.next("uploads/7", hangUp());
    target.next("uploads", status(503, ""));
    target.next("manifests", status(502, ""));

    assertThat(push()).isEqualTo(index);
  }

  @Test
  void anUploadThatNeverEndsIsNoUpload() {
    target.always("uploads/7", status(202, "", "Location: /v2/tools/jq/blobs/uploads/7"));

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(this::push)
        .withMessageContaining("and waits for more");
    assertThat(target.requests())
        .noneMatch(
            request -> request.method().equals("PUT") && request.path().contains("/manifests/"));
  }

  @Test
  void anUploadThatContinuesElsewhereGoesThereWithoutCredentials() {
    login(target.host(), "YTpi");
    target.next("blobs/sha256", status(401, "", "WWW-Authenticate: Basic realm=\"x\""));
    target.next("uploads", status(202, "", "Location: http://" + server.host() + "/v2/tools/jq/x"));

    assertThat(push()).isEqualTo(index);

    assertThat(server.requests())
        .singleElement()
        .satisfies(request -> assertThat(request.method()).isEqualTo("PUT"))
        .satisfies(request -> assertThat(request.header("authorization")).isEmpty());
    assertThat(target.requests().getLast().header("authorization")).contains("Basic YTpi");
  }

  @ParameterizedTest
  @ValueSource(strings = {"7#part", "7?state=x#part?digest=y", "7#"})
  void theDigestIsSaidBeforeTheFragmentOfAPlace(String place) {
    FakeRegistry.Reply started = status(202, "", "Location: /v2/tools/jq/blobs/uploads/" + place);
    target.always(
        "uploads",
        (request, out) -> {
          if (request.method().equals("POST")) {
            started.write(request, out);
          } else {
            target.usual(request, out);
          }
        });

    assertThat(push()).isEqualTo(index);

    assertThat(target.requests())
        .filteredOn(request -> request.method().equals("PUT") && request.path().contains("uploads"))
        .hasSize(4)
        .allMatch(request -> request.path().matches(".*[?&]digest=sha256:[0-9a-f]{64}"));
  }

  @Test
  void theTokenIsAskedForWithTheRightToPush() {
    String challenge = "WWW-Authenticate: Bearer realm=\"http://" + target.host() + "/token\"";
    target.next("blobs/sha256", status(401, "", challenge));
    target.next("/token", status(200, "{\"token\":\"abc\"}"));

    assertThat(push()).isEqualTo(index);
    assertThat(target.paths()).contains("/token?scope=repository%3Atools%2Fjq%3Apull%2Cpush");
  }

  @Test
  void anImageWithSomePlatformsOnlyIsNotPushed() {
    registry.pull(jq, store, OURS, Progress.NONE);

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.push(jq, store, Progress.NONE))
        .withMessageContaining("the local store lacks its image for linux/arm64")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_IMAGE));
  }

  @Test
  void refusalsAreSaid() {
    target.next("uploads", status(403, "{\"errors\":[{\"code\":\"DENIED\"}]}"));
    assertFails(Reason.DENIED, pushed);
    target.next("manifests", status(400, "{\"errors\":[{\"message\":\"bad\"}]}"));
    assertFails(Reason.REGISTRY, pushed);
    assertFails(Reason.INVALID_REFERENCE, ImageReference.parse("jq:1"));
    assertFails(Reason.NOT_FOUND, ImageReference.parse(target.host() + "/none:1"));
  }

  private void assertFails(Reason reason, ImageReference reference) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.push(reference, remote, Progress.NONE))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(reason))
        .satisfies(e -> assertThat(e.remedy()).isNotEmpty());
  }

  private Descriptor push() {
    return registry.push(pushed, remote, Progress.NONE);
  }
}
