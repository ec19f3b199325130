package dev.otters.oci.bin;

import static dev.otters.oci.Samples.AMD64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Samples;
import dev.otters.oci.Samples.Entry;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.Origin;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LayerFilesTest extends BinTestCase {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final String FILE = "/" + "x".repeat(200) + 1;
  private ImageManifest image;

  @BeforeEach
  void putLargeImage() {
    Entry[] entries =
        IntStream.range(0, 4000)
            .mapToObj(i -> Samples.file("x".repeat(200) + i, ""))
            .toArray(Entry[]::new);
    try (Ingest ingest = store.ingest()) {
      Descriptor root =
          Samples.container(ingest, AMD64, Map.of(), Map.of(), List.of(Samples.tar(entries)));
      ingest.tag(ImageReference.parse("large:1"), root, Origin.PULLED);
      ingest.commit();
      image = (ImageManifest) store.manifest(root.digest());
    }
  }

  @Test
  void aLargeImageIsRefusedWhileAnotherOneIsReadForTooLong() {
    try (LayerFiles _ = read(LONG)) {
      assertThatExceptionOfType(OciException.class)
          .isThrownBy(() -> read(Duration.ofMillis(1)))
          .withMessageContaining("another large image is being read")
          .satisfies(e -> assertThat(e.remedy()).isEqualTo("Try again later."));
    }
    try (LayerFiles files = read(Duration.ZERO)) {
      assertThat(files.has(FILE)).isTrue();
    }
  }

  @Test
  void anInterruptEndsTheWait() throws InterruptedException {
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    try (LayerFiles _ = read(LONG)) {
      Thread waiter =
          startWaiting(
              () -> {
                try (LayerFiles _ = read(LONG)) {
                  interrupted.complete(false);
                } catch (OciException _) {
                  interrupted.complete(Thread.currentThread().isInterrupted());
                }
              });
      waiter.interrupt();
      assertThat(interrupted.join()).isTrue();
      waiter.join();
    }
  }

  @Test
  void anImageIsReadForAsLongAsItTakesWhileNoOtherReaderWaits() {
    try (LayerFiles files = new LayerFiles(store, image, Duration.ZERO, Duration.ZERO)) {
      assertThat(files.read(FILE, 1)).isPresent();
    }
  }

  @Test
  void anImageThatKeepsAnotherReaderWaitingIsRefusedAndLetsTheOtherIn() throws Exception {
    CompletableFuture<Boolean> other = new CompletableFuture<>();
    try (LayerFiles slow = new LayerFiles(store, image, LONG, Duration.ZERO)) {
      startWaiting(
          () -> {
            try (LayerFiles files = read(LONG)) {
              other.complete(files.has(FILE));
            } catch (OciException e) {
              other.completeExceptionally(e);
            }
          });
      assertThatExceptionOfType(OciException.class)
          .isThrownBy(() -> slow.read(FILE, 1))
          .withMessageContaining("another reader waited for more than 0 s");
    }
    assertThat(other.get()).isTrue();
  }

  @Test
  void theTimeOfOthersCountsWhileTheNamesOfAnImageAreRead() throws Exception {
    CompletableFuture<String> slow = new CompletableFuture<>();
    CompletableFuture<Boolean> other = new CompletableFuture<>();
    try (LayerFiles _ = read(LONG)) {
      startWaiting(
          () -> {
            try (LayerFiles _ = new LayerFiles(store, image, LONG, Duration.ZERO)) {
              slow.complete("it was read");
            } catch (OciException e) {
              slow.complete(e.getMessage());
            }
          });
      startWaiting(
          () -> {
            try (LayerFiles files = read(LONG)) {
              other.complete(files.has(FILE));
            } catch (OciException e) {
              other.completeExceptionally(e);
            }
          });
    }

    assertThat(slow.get()).contains("another reader waited for more than 0 s");
    assertThat(other.get()).isTrue();
  }

  private static Thread startWaiting(Runnable reader) {
    Thread waiter = Thread.ofPlatform().daemon().start(reader);
    while (waiter.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    return waiter;
  }

  private LayerFiles read(Duration wait) {
    return new LayerFiles(store, image, wait, LONG);
  }
}
