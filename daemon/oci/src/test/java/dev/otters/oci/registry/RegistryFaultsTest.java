package dev.otters.oci.registry;

import static dev.otters.oci.registry.FakeRegistry.announcing;
import static dev.otters.oci.registry.FakeRegistry.hangUp;
import static dev.otters.oci.registry.FakeRegistry.reply;
import static dev.otters.oci.registry.FakeRegistry.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.registry.endpoint.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RegistryFaultsTest extends RegistryTestCase {
  @Test
  void troubleThatPassesIsSurvived() {
    server.next("manifests/1", status(499, ""), status(429, "", "Retry-After: 0"));
    server.next("manifests/sha256", hangUp(), status(500, ""));
    server.next("blobs/", status(502, ""), hangUp());

    assertThat(pull()).isEqualTo(index);
  }

  @Test
  void aBlobGoesOnWhereItBrokeOff() {
    server.next("blobs/" + layerDigest(), cutAfter(20));

    assertThat(pull()).isEqualTo(index);
    assertThat(lastOfLayer().header("range")).contains("bytes=20-");
  }

  @Test
  void aBlobStartsAgainWhereTheRegistryIgnoresRanges() {
    byte[] blob = server.content("blobs/" + layerDigest());
    server.next("blobs/" + layerDigest(), cutAfter(20), reply(200, blob));

    assertThat(pull()).isEqualTo(index);
  }

  @Test
  void silenceIsNotWaitedForForEver() {
    byte[] blob = server.content("blobs/" + layerDigest());
    server.next("manifests/1", server.thenSilent((request, out) -> {}));
    server.next(
        "blobs/" + layerDigest(),
        server.thenSilent(announcing(blob.length, 200, Arrays.copyOf(blob, 9))));

    assertThat(pull()).isEqualTo(index);
    assertThat(lastOfLayer().header("range")).contains("bytes=9-");
  }

  @Test
  void aRegistryThatStaysSilentIsUnreachable() {
    byte[] blob = server.content("blobs/" + layerDigest());
    FakeRegistry.Reply silent = server.thenSilent(announcing(blob.length, 200, new byte[0]));
    server.next("blobs/" + layerDigest(), silent, silent, silent);

    assertThat(failure(Reason.UNREACHABLE)).hasMessageContaining("no data arrived for");
  }

  @Test
  void aRegistryThatIsDownIsNamedWithWhatWasTried() {
    server.close();

    OciException failure = failure(Reason.UNREACHABLE);

    assertThat(failure)
        .hasMessageMatching(
            "registry 127\\.0\\.0\\.1:[0-9]+ does not answer: 3 attempts in [0-9.,]+ s to get"
                + " manifest tools/jq:1 from http://127\\.0\\.0\\.1:[0-9]+; last: .*[Cc]onnection"
                + " refused.*");
    assertThat(failure.remedy()).contains("Check that the registry is running");
  }

  @Test
  void anUnknownHostIsSaid() {
    jq = ImageReference.parse("registry.invalid/tools/jq:1");

    assertThat(failure(Reason.UNREACHABLE)).hasMessageContaining("registry.invalid");
  }

  @Test
  void aRegistryWithoutTlsIsNotSpokenToBeyondLoopback() {
    Endpoint far = endpoint("registry.example:5000/a:1");
    Endpoint hub = endpoint("docker.io/jq:1");

    assertThat(far.base()).hasToString("https://registry.example:5000");
    assertThat(hub.manifest("1"))
        .hasToString("https://registry-1.docker.io/v2/library/jq/manifests/1");
    assertThat(endpoint("[::1]:5000/a").base()).hasToString("http://[::1]:5000");
    assertThat(endpoint("127.evil.example/a").base().getScheme()).isEqualTo("https");
  }

  @Test
  void lastingTroubleEndsAfterSomeTries() {
    server.next("manifests/1", status(503, ""), status(503, ""), status(503, ""));

    assertThat(failure(Reason.REGISTRY))
        .hasMessageContaining("returned 503 for manifest tools/jq:1 in 3 attempts");
    assertThat(server.requests()).hasSize(3);
  }

  @Test
  void aLongWaitIsNotWaited() {
    server.next("manifests/1", status(429, "", "Retry-After: 3600"));

    assertThat(failure(Reason.RATE_LIMITED)).hasMessageContaining("wait 3600 s");
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void aDateToWaitForIsUnderstood() {
    server.next("manifests/1", status(429, "", "Retry-After: Tue, 31 Dec 2999 23:59:59 GMT"));
    assertThat(failure(Reason.RATE_LIMITED)).hasMessageContaining("asks to wait");

    server.next("manifests/1", status(429, "", "Retry-After: Fri, 31 Dec 1999 23:59:59 GMT"));
    assertThat(pull()).isEqualTo(index);
  }

  @Test
  void aRegistryOutInTheWorldMaySendNobodyInside() {
    Endpoint far = endpoint("registry.example:5000/a:1");
    InetAddress inside = InetAddress.getLoopbackAddress();

    assertThat(far.rule(URI.create("https://elsewhere.example/x")).allows(inside)).isFalse();
    assertThat(far.rule(far.base()).allows(inside)).isTrue();
    assertThat(far.mistrust(URI.create("https://elsewhere.example/x"))).isEmpty();
    assertThat(far.mistrust(URI.create("http://registry.example:5000/token")))
        .contains("an address without TLS");
    assertThat(far.mistrust(URI.create("https://user:pw@elsewhere.example/")))
        .contains("an address that contains a user");
    assertThat(endpoint("localhost:5000/a").rule(URI.create("http://127.0.0.1/x")).allows(inside))
        .isTrue();
  }

  @Test
  void aRegistryOfThisMachineMaySendNobodyToWhereCloudsTellSecrets() throws IOException {
    Endpoint near = endpoint("localhost:5000/a:1");
    InetAddress secrets = InetAddress.getByName("169.254.169.254");

    assertThat(near.rule(URI.create("https://169.254.169.254/x")).allows(secrets)).isFalse();
    assertThat(near.rule(near.base()).allows(secrets)).isTrue();
  }

  @Test
  void whatIsNotThereIsSaidInTheRegistrysWordsWithoutItsControlCharacters() {
    jq = ImageReference.parse(server.host() + "/tools/none:1");

    assertThat(failure(Reason.NOT_FOUND))
        .hasMessageContaining("has no manifest tools/none:1; it says \"no")
        .hasMessageNotContaining("\u001b");
  }

  @Test
  void aBlobThatIsNotWhatItShouldBeIsRefused() {
    byte[] blob = server.content("blobs/" + layerDigest());
    byte[] other = blob.clone();
    other[12] ^= 1;
    server.next("blobs/" + layerDigest(), reply(200, other));
    assertThat(failure(Reason.DIGEST_MISMATCH))
        .hasMessageContaining("registry " + server.host())
        .hasMessageContaining("is really sha256:");

    server.next("blobs/" + layerDigest(), reply(200, Arrays.copyOf(blob, blob.length + 1)));
    assertThat(failure(Reason.DIGEST_MISMATCH)).hasMessageContaining("has more than");
  }

  @Test
  void aShortBlobIsNotTakenForAWholeOne() {
    byte[] half = Arrays.copyOf(server.content("blobs/" + layerDigest()), 30);
    server.next("blobs/" + layerDigest(), reply(200, half), reply(200, half), reply(200, half));

    assertThat(failure(Reason.UNREACHABLE)).hasMessageContaining("ended after 30 bytes");
  }

  @Test
  void aManifestThatIsNotWhatItShouldBeIsRefused() {
    byte[] root = server.content("manifests/1");
    server.next(
        "manifests/1", reply(200, root, "Docker-Content-Digest: " + Digest.of(new byte[1])));
    assertThat(failure(Reason.DIGEST_MISMATCH)).hasMessageContaining("announced as");

    server.next("manifests/sha256", reply(200, root));
    assertThat(failure(Reason.DIGEST_MISMATCH)).hasMessageContaining("is really");

    server.put(
        "manifests/1",
        new String(root, UTF_8).replaceFirst("\"size\":", "\"size\":1").getBytes(UTF_8),
        MediaTypes.INDEX);
    assertThat(failure(Reason.DIGEST_MISMATCH)).hasMessageContaining("does not fit");
  }

  @Test
  void hostileManifestsAreRefused() {
    server.next("manifests/1", reply(200, "<html>".getBytes(UTF_8)));
    assertThat(failure(Reason.INVALID_IMAGE)).hasMessageContaining("not valid JSON");
    server.next("manifests/1", reply(200, new byte[5 << 20]));
    assertThat(failure(Reason.INVALID_IMAGE)).hasMessageContaining("larger than 4 MiB");
    server.next("manifests/1", reply(200, "{\"schemaVersion\":1}".getBytes(UTF_8)));
    assertThat(failure(Reason.INVALID_IMAGE)).hasMessageContaining("schemaVersion");
  }

  @Test
  void anInterruptedPullLeavesNothing() throws InterruptedException {
    server.next("blobs/" + layerDigest(), server.thenSilent((request, out) -> {}));
    CountDownLatch started = new CountDownLatch(1);
    AtomicReference<OciException> failure = new AtomicReference<>();
    Thread puller = puller((item, done, total, phase) -> started.countDown(), failure);
    started.await();

    puller.interrupt();
    puller.join();

    assertThat(failure.get()).hasMessageContaining("interrupted");
    assertThat(store.list()).isEmpty();
    assertThat(store.folder().resolve("staging")).isEmptyDirectory();
  }

  @Test
  void aPullThatIsInterruptedWhileItWritesSaysSoAndLeavesNothing() throws InterruptedException {
    AtomicReference<OciException> failure = new AtomicReference<>();
    Thread puller =
        puller((item, done, total, phase) -> Thread.currentThread().interrupt(), failure);
    puller.join();

    assertThat(failure.get()).hasMessageContaining("interrupted");
    assertThat(store.list()).isEmpty();
    assertThat(store.folder().resolve("staging")).isEmptyDirectory();
  }

  private Thread puller(Progress progress, AtomicReference<OciException> failure) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                registry.pull(jq, store, OURS, progress);
              } catch (OciException e) {
                failure.set(e);
              }
            });
  }

  private static Endpoint endpoint(String reference) {
    return Endpoint.of(ImageReference.parse(reference), host -> false);
  }

  private FakeRegistry.Reply cutAfter(int bytes) {
    byte[] blob = server.content("blobs/" + layerDigest());
    return announcing(blob.length, 200, Arrays.copyOf(blob, bytes));
  }

  private FakeRegistry.Request lastOfLayer() {
    String path = "blobs/" + layerDigest();
    return server.requests().stream()
        .filter(request -> request.path().endsWith(path))
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private String layerDigest() {
    ImageManifest amd64 =
        (ImageManifest)
            remote.manifest(remote.manifest(index.digest()).references().getFirst().digest());
    return amd64.layers().getFirst().digest().toString();
  }
}
