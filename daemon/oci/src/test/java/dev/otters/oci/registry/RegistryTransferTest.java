package dev.otters.oci.registry;

import static dev.otters.oci.registry.FakeRegistry.announcing;
import static dev.otters.oci.registry.FakeRegistry.hangUp;
import static dev.otters.oci.registry.FakeRegistry.reply;
import static dev.otters.oci.registry.FakeRegistry.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.Origin;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryTransferTest extends RegistryTestCase {
  private FakeRegistry target;
  private ImageReference pushed;
  private Descriptor note;
  private Descriptor layer;

  @BeforeEach
  void buildANoteWhoseConfigTheTargetHas() {
    target = new FakeRegistry();
    pushed = ImageReference.parse(target.host() + "/tools/jq:1");
    note = Samples.artifact(remote, pushed.toString(), "0123456789".repeat(100));
    ImageManifest manifest = (ImageManifest) remote.manifest(note.digest());
    layer = manifest.layers().getFirst();
    target.put("blobs/" + manifest.config().digest(), "{}".getBytes(UTF_8), "x");
  }

  @AfterEach
  void closeTarget() {
    target.close();
  }

  @Test
  void anUploadGoesOnWhereTheRegistrySaysItBroke() {
    target.next(
        "uploads/7",
        hangUp(),
        status(204, "", "Range: 0-399", "Location: /v2/tools/jq/blobs/uploads/7?state=y"),
        status(202, "", "Location: /v2/tools/jq/blobs/uploads/7?state=z"),
        status(201, ""));

    registry.push(pushed, remote, Progress.NONE);

    List<FakeRegistry.Request> uploads = target.requestsTo("uploads/7");
    assertThat(uploads)
        .extracting(FakeRegistry.Request::method)
        .containsExactly("PUT", "GET", "PATCH", "PUT");
    assertThat(uploads.get(2).header("content-range")).contains("400-999");
    assertThat(uploads.get(2).body()).hasSize(600);
    assertThat(uploads.get(2).path()).endsWith("state=y");
    assertThat(uploads.getLast().path()).endsWith("state=z&digest=" + layer.digest());
  }

  @Test
  void anUploadTheRegistryHasForgottenStartsAnew() {
    target.next("uploads/7", hangUp(), status(404, ""));

    registry.push(pushed, remote, Progress.NONE);

    assertThat(target.content("blobs/" + layer.digest())).hasSize(1000);
  }

  @Test
  void aBlobIsTakenFromAnotherRepositoryOfTheRegistry() {
    remote.tag(ImageReference.parse(target.host() + "/other/note:1"), note, Origin.TAGGED);
    target.next("uploads/?mount=", status(201, ""));

    registry.push(pushed, remote, Progress.NONE);

    assertThat(target.requestsTo("uploads"))
        .singleElement()
        .satisfies(
            request ->
                assertThat(request.path())
                    .endsWith("?mount=" + layer.digest() + "&from=other%2Fnote"));
  }

  @Test
  void whereABlobIsNotTakenFromElsewhereTheOpenedUploadIsUsed() {
    remote.tag(ImageReference.parse(target.host() + "/other/note:1"), note, Origin.TAGGED);
    target.next(
        "uploads/?mount=", status(202, "", "Location: /v2/tools/jq/blobs/uploads/7?state=m"));

    registry.push(pushed, remote, Progress.NONE);

    assertThat(target.requestsTo("uploads"))
        .extracting(FakeRegistry.Request::method)
        .containsExactly("POST", "PUT");
    assertThat(target.content("blobs/" + layer.digest())).hasSize(1000);
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404, 405})
  void aBlobIsSentIfItsMountIsRefused(int refusal) {
    remote.tag(ImageReference.parse(target.host() + "/other/note:1"), note, Origin.TAGGED);
    target.next("uploads/?mount=", status(refusal, ""));

    registry.push(pushed, remote, Progress.NONE);

    assertThat(target.content("blobs/" + layer.digest())).hasSize(1000);
  }

  @Test
  void anInterruptedPushTakesItsUploadBack() throws InterruptedException {
    CountDownLatch stalled = new CountDownLatch(1);
    target.next("uploads/7", target.thenSilent((request, out) -> stalled.countDown()));
    AtomicReference<OciException> failure = new AtomicReference<>();
    Thread pusher =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    registry.push(pushed, remote, Progress.NONE);
                  } catch (OciException e) {
                    failure.set(e);
                  }
                });
    stalled.await();

    pusher.interrupt();
    pusher.join();

    assertThat(failure.get()).hasMessageContaining("interrupted");
    assertThat(target.requestsTo("uploads/7").getLast().method()).isEqualTo("DELETE");
    assertThat(target.paths()).noneMatch(path -> path.contains("manifests"));
  }

  @Test
  void aPullThatBrokeGoesOnInTheNextOne() {
    ImageReference served = serveNote();
    byte[] bytes = server.content("blobs/" + layer.digest());
    try (Registry impatient = new Registry(settings(1))) {
      server.next("blobs/" + layer.digest(), announcing(1000, 200, Arrays.copyOf(bytes, 300)));
      assertThatExceptionOfType(OciException.class)
          .isThrownBy(() -> impatient.pull(served, store, OURS, Progress.NONE));
      assertThat(store.list()).isEmpty();

      assertThat(impatient.pull(served, store, OURS, Progress.NONE)).isEqualTo(note);
    }

    assertThat(server.requestsTo(layer.digest().hex()).getLast().header("range"))
        .contains("bytes=300-");
    assertThat(store.folder().resolve("partial")).isEmptyDirectory();
  }

  @Test
  void aPartThatWasDamagedMeanwhileIsFetchedAnew() throws java.io.IOException {
    ImageReference served = serveNote();
    java.nio.file.Path partial = store.folder().resolve("partial");
    java.nio.file.Files.createDirectories(partial);
    java.nio.file.Files.write(partial.resolve(layer.digest().hex()), new byte[300]);

    assertThat(registry.pull(served, store, OURS, Progress.NONE)).isEqualTo(note);
    assertThat(store.folder().resolve("partial")).isEmptyDirectory();
  }

  @Test
  void aBeginningThatWasOfAnotherBlobIsFetchedAnew() {
    ImageReference served = serveNote();
    server.next("blobs/" + layer.digest(), announcing(1000, 200, new byte[300]));

    assertThat(registry.pull(served, store, OURS, Progress.NONE)).isEqualTo(note);
  }

  @Test
  void aBlobThatIsWrongInPartsAndAsAWholeIsRefused() {
    ImageReference served = serveNote();
    server.put("blobs/" + layer.digest(), new byte[1000], "x");
    server.next("blobs/" + layer.digest(), announcing(1000, 200, new byte[300]));

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.pull(served, store, OURS, Progress.NONE))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DIGEST_MISMATCH));
    assertThat(store.folder().resolve("partial").resolve(layer.digest().hex())).doesNotExist();
  }

  @Test
  void aRegistryThatGivesNoPartsIsAskedForTheWhole() {
    ImageReference served = serveNote();
    byte[] bytes = server.content("blobs/" + layer.digest());
    server.next(
        "blobs/" + layer.digest(),
        announcing(1000, 200, Arrays.copyOf(bytes, 300)),
        status(416, "", "Content-Range: bytes */1000"));

    assertThat(registry.pull(served, store, OURS, Progress.NONE)).isEqualTo(note);
    assertThat(server.requestsTo(layer.digest().hex()).getLast().header("range")).isEmpty();
  }

  @Test
  void aPartIsNotTakenForTheWhole() {
    ImageReference served = serveNote();
    byte[] bytes = server.content("blobs/" + layer.digest());
    server.always("blobs/" + layer.digest(), reply(206, bytes, "Content-Range: bytes 9-999/1000"));

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.pull(served, store, OURS, Progress.NONE))
        .withMessageContaining("another range than requested");
    assertThat(store.folder().resolve("partial").resolve(layer.digest().hex())).doesNotExist();
  }

  @Test
  void aWrongRangeIsNotGluedToWhatIsThere() {
    ImageReference served = serveNote();
    byte[] bytes = server.content("blobs/" + layer.digest());
    server.next(
        "blobs/" + layer.digest(),
        announcing(1000, 200, Arrays.copyOf(bytes, 300)),
        reply(206, bytes, "Content-Range: bytes 0-999/1000"));

    assertThat(registry.pull(served, store, OURS, Progress.NONE)).isEqualTo(note);
  }

  @Test
  void twoPullsAtOnceFetchEachBlobOnce() {
    ImageReference served = serveNote();
    CountDownLatch fetching = new CountDownLatch(1);
    CountDownLatch waiting = new CountDownLatch(1);
    server.next(
        "blobs/" + layer.digest(),
        (request, out) -> {
          fetching.countDown();
          awaitQuietly(waiting);
          server.usual(request, out);
        });
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletableFuture<Descriptor> first =
          CompletableFuture.supplyAsync(
              () -> registry.pull(served, store, OURS, Progress.NONE), threads);
      awaitQuietly(fetching);
      CompletableFuture<Descriptor> second =
          CompletableFuture.supplyAsync(
              () ->
                  registry.pull(
                      served, store, OURS, (item, done, total, phase) -> waiting.countDown()),
              threads);

      assertThat(first.join()).isEqualTo(note);
      assertThat(second.join()).isEqualTo(note);
    }
    assertThat(server.requestsTo(layer.digest().hex())).hasSize(1);
  }

  @Test
  void oneFailureEndsTheOtherLayers() {
    ImageReference served = serveNote();
    ImageManifest manifest = (ImageManifest) remote.manifest(note.digest());
    server.always("blobs/" + layer.digest(), server.thenSilent((request, out) -> {}));
    server.always("blobs/" + manifest.config().digest(), status(404, ""));

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.pull(served, store, OURS, Progress.NONE))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND));
    assertThat(store.folder().resolve("staging")).isEmptyDirectory();
  }

  @Test
  void aCopyPassesEverythingOnAndItsTagLast() {
    assertThat(registry.copy(jq, pushed, Progress.NONE)).isEqualTo(index);

    registry.pull(pushed, store, new PullScope.AllPlatforms(), Progress.NONE);
    assertThat(store.closure(index)).isEqualTo(remote.closure(index));
    assertThat(
            target.requests().stream()
                .filter(request -> request.method().equals("PUT"))
                .map(FakeRegistry.Request::path)
                .toList())
        .last()
        .isEqualTo("/v2/tools/jq/manifests/1");
  }

  @Test
  void aCopyThatBrokeInTheMiddleOfABlobBeginsTheBlobAnew() {
    ImageReference served = serveNote();
    target.next("uploads/7", hangUp(), status(204, "", "Range: 0-399"));

    assertThat(registry.copy(served, pushed, Progress.NONE)).isEqualTo(note);

    assertThat(target.content("blobs/" + layer.digest())).hasSize(1000);
    assertThat(target.requestsTo("uploads/7"))
        .extracting(FakeRegistry.Request::method)
        .containsExactly("PUT", "GET", "DELETE", "PUT");
  }

  @Test
  void aWrongBlobIsNotPassedOn() {
    ImageReference served = serveNote();
    server.put("blobs/" + layer.digest(), new byte[1000], "x");

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.copy(served, pushed, Progress.NONE))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DIGEST_MISMATCH));
    assertThat(target.content("blobs/" + layer.digest())).isEmpty();
    assertThat(target.requestsTo("uploads/7"))
        .as("requests that arrived with their last byte")
        .extracting(FakeRegistry.Request::method)
        .doesNotContain("PUT");
    assertThat(target.paths()).noneMatch(path -> path.contains("manifests"));
  }

  @Test
  void aBlobWithMoreBytesThanItsManifestSaysIsNotPassedOn() {
    ImageReference served = serveNote();
    server.put("blobs/" + layer.digest(), ("0123456789".repeat(100) + "!").getBytes(UTF_8), "x");

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.copy(served, pushed, Progress.NONE))
        .withMessageContaining("has more than the 1000 bytes")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DIGEST_MISMATCH));
    assertThat(target.content("blobs/" + layer.digest())).isEmpty();
  }

  private ImageReference serveNote() {
    return server.serve(remote, note);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
