package dev.otters.oci.registry;

import static dev.otters.oci.registry.FakeRegistry.announcing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.ChildJvm;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Processes that share a store, or end in the middle of their work. */
class RegistryProcessesTest extends RegistryTestCase {
  private static final PullScope ALL = new PullScope.AllPlatforms();
  private static final int SIZE = 300_000;

  /** Another process, which pulls or pushes one image and ends. */
  static final class Other {
    private Other() {}

    public static void main(String[] args) {
      ImageReference image = ImageReference.parse(args[1]);
      OciStore store = OciStore.open(Path.of(args[2]));
      Map<String, String> environment = Map.of("DOCKER_CONFIG", args[2]);
      try (Registry registry = new Registry(RegistrySettings.ofEnvironment(environment))) {
        Descriptor root =
            args[0].equals("pull")
                ? registry.pull(image, store, ALL, Progress.NONE)
                : registry.push(image, store, Progress.NONE);
        System.out.println(root.digest());
      }
    }
  }

  @Test
  void twoProcessesThatPullOneImageFetchEachBlobOnce() throws Exception {
    CountDownLatch asked = new CountDownLatch(2);
    server.always(
        "manifests/1",
        (request, out) -> {
          asked.countDown();
          server.usual(request, out);
        });
    server.always(
        "blobs/",
        (request, out) -> {
          await(asked);
          server.usual(request, out);
        });

    Process first = start("pull", jq, store);
    Process second = start("pull", jq, store);

    assertThat(first.inputReader().readLine()).isEqualTo(index.digest().toString());
    assertThat(second.inputReader().readLine()).isEqualTo(index.digest().toString());
    assertThat(first.waitFor() + second.waitFor()).isZero();
    assertThat(server.paths().stream().filter(path -> path.contains("blobs/")))
        .hasSizeGreaterThan(2)
        .doesNotHaveDuplicates();
    assertThat(store.closure(index)).isEqualTo(remote.closure(index));
    assertWhole();
  }

  @Test
  void aPullGoesOnWhereAKilledProcessStopped() throws Exception {
    Descriptor note = Samples.artifact(remote, "note:1", "0123456789".repeat(SIZE / 10));
    ImageReference served = server.serve(remote, note);
    Descriptor layer = ((ImageManifest) remote.manifest(note.digest())).layers().getFirst();
    byte[] start = Arrays.copyOf(server.content("blobs/" + layer.digest()), SIZE / 3);
    server.next("blobs/" + layer.digest(), server.thenSilent(announcing(SIZE, 200, start)));
    Process other = start("pull", served, store);
    Path partial = store.folder().resolve("partial").resolve(layer.digest().hex());
    while (!Files.exists(partial) || Files.size(partial) < start.length) {
      assertThat(other.isAlive()).isTrue();
      Thread.onSpinWait();
    }

    kill(other);

    assertThat(store.list()).isEmpty();
    assertThat(registry.pull(served, store, ALL, Progress.NONE)).isEqualTo(note);
    assertThat(server.requestsTo(layer.digest().hex()).getLast().header("range"))
        .contains("bytes=" + start.length + "-");
    assertWhole();
  }

  @Test
  void aPushWorksAfterAProcessThatWasKilledInTheMiddle() throws Exception {
    try (FakeRegistry target = new FakeRegistry()) {
      ImageReference name = ImageReference.parse(target.host() + "/tools/jq:1");
      remote.tag(name, index, Origin.TAGGED);
      CountDownLatch stalled = new CountDownLatch(1);
      target.next("uploads/7", target.thenSilent((request, out) -> stalled.countDown()));
      Process other = start("push", name, remote);
      stalled.await();

      kill(other);

      assertThat(target.paths()).noneMatch(path -> path.contains("manifests/"));
      assertThat(registry.push(name, remote, Progress.NONE).digest()).isEqualTo(index.digest());
      assertThat(registry.pull(name, store, ALL, Progress.NONE).digest()).isEqualTo(index.digest());
      assertThat(store.closure(index)).isEqualTo(remote.closure(index));
    }
  }

  private void assertWhole() {
    OciStore again = OciStore.open(store.folder());
    assertThat(again.fsck(List.of(), Progress.NONE).findings()).isEmpty();
    for (String part : List.of("staging", "partial")) {
      assertThat(store.folder().resolve(part)).isEmptyDirectory();
    }
  }

  private static void kill(Process process) throws InterruptedException {
    assertThat(process.toHandle().destroyForcibly()).isTrue();
    assertThat(process.waitFor()).isEqualTo(137);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static Process start(String verb, ImageReference image, OciStore store)
      throws IOException {
    return ChildJvm.start(Other.class, verb, image.toString(), store.folder().toString());
  }
}
