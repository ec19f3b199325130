package dev.otters.oci.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store on a small disk of its own. */
class FullDiskTest {
  private static final ImageReference LARGE = ImageReference.parse("large:1");
  private static final int HALF = 1 << 20;

  @TempDir private Path folder;
  private Path disk;
  private Path filler;
  private OciStore store;
  private boolean mounted;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(folder.resolve("disk"));
    filler = disk.resolve("filler");
    mounted = succeeds("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk.toString());
    assumeTrue(mounted, "only root can mount");
    store = OciStore.open(disk.resolve("registry"));
    Samples.artifact(store, "small:1", "small");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertThat(succeeds("umount", "-l", disk.toString())).isTrue();
    }
  }

  @Test
  void aBlobThatDoesNotFitIsRefusedBeforeItIsFetched() {
    Descriptor tooLarge = Descriptor.of(MediaTypes.OCTETS, new byte[4 * HALF]);
    try (Ingest ingest = store.ingest()) {
      assertFull(() -> ingest.writer(tooLarge), "needs " + 4 * HALF + " bytes");
    }
    assertUntouched();
  }

  @Test
  void aDiskThatFillsInTheMiddleLeavesNothingAndTheNextTryWorks() throws IOException {
    assertFull(() -> ingest(3 * HALF), "needs");
    assertUntouched();

    ingest(HALF);

    assertThat(store.closure(store.require(LARGE))).hasSize(2);
    assertThat(store.fsck(List.of(), Progress.NONE).findings()).isEmpty();
  }

  @Test
  void twoBlobsThatFitOnlyOneByOneLeaveNothing() throws IOException {
    Descriptor a = Descriptor.of(MediaTypes.OCTETS, new byte[HALF + HALF / 2]);
    byte[] b = new byte[HALF + HALF / 2 + 1];
    try (Ingest ingest = store.ingest();
        BlobWriter first = ingest.writer(a);
        BlobWriter second = ingest.writer(Descriptor.of(MediaTypes.OCTETS, b))) {
      first.write(new byte[HALF + HALF / 2]);
      assertFull(() -> second.write(b), "more bytes");
    }
    assertUntouched();
  }

  @Test
  void aFetchThatFillsTheDiskKeepsNothingAndTheNextOneWorks() throws Exception {
    byte[] bytes = "0123456789abcdef".repeat(HALF / 16).getBytes(UTF_8);
    Descriptor blob = Descriptor.of(MediaTypes.OCTETS, bytes);
    try (Ingest ingest = store.ingest();
        FetchedBlob fetched = ingest.fetch(blob).orElseThrow()) {
      fetched.write(bytes, 0, HALF / 4);
      fill();
      assertFull(() -> fetched.write(bytes, HALF / 4, HALF - HALF / 4), "more bytes");
    }
    assertThat(store.folder().resolve("partial")).isEmptyDirectory();
    Files.delete(filler);
    assertUntouched();

    try (Ingest ingest = store.ingest();
        FetchedBlob fetched = ingest.fetch(blob).orElseThrow()) {
      assertThat(fetched.position()).isZero();
      fetched.write(bytes, 0, HALF);
      fetched.finish();
      ingest.tag(LARGE, Samples.manifest(ingest, blob, List.of(), Map.of()), Origin.PULLED);
      ingest.commit();
    }
    assertThat(store.fsck(List.of(), Progress.NONE).findings()).isEmpty();
  }

  @Test
  void imagesCanBeRemovedFromADiskWithoutAnyRoom() throws IOException {
    ingest(HALF);
    fill();
    assertFull(() -> Samples.artifact(store, "more:1", "more"), "full");
    assertFull(() -> store.tag(LARGE, store.require(LARGE), Origin.TAGGED), "full");

    assertThat(store.remove(LARGE, Set.of()).bytes()).isGreaterThan(HALF);

    assertUntouched();
    Samples.artifact(OciStore.open(store.folder()), "more:1", "more");
    assertThat(store.fsck(List.of(), Progress.NONE).findings()).isEmpty();
  }

  @Test
  void aPruneMakesRoomOnAFullDisk() throws IOException {
    ingest(HALF);
    fill();

    Pruned pruned = store.prune(PruneScope.UNUSED, Set.of(), false);

    assertThat(pruned.images()).hasSize(2);
    assertThat(pruned.content().bytes()).isGreaterThan(HALF);
    ingest(HALF);
  }

  private void ingest(int size) throws IOException {
    try (Ingest ingest = store.ingest();
        BlobWriter writer = ingest.writer(MediaTypes.OCTETS)) {
      byte[] part = "0123456789abcdef".repeat(4096).getBytes(UTF_8);
      for (int written = 0; written < size; written += part.length) {
        writer.write(part);
      }
      Descriptor blob = writer.finish();
      ingest.tag(LARGE, Samples.manifest(ingest, blob, List.of(), Map.of()), Origin.PULLED);
      ingest.commit();
    }
  }

  private void fill() throws IOException {
    try (OutputStream out = Files.newOutputStream(filler)) {
      byte[] page = new byte[4096];
      while (true) {
        out.write(page);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }

  private void assertUntouched() {
    assertThat(store.list())
        .extracting(image -> image.reference().toString())
        .containsExactly("small:1");
    assertThat(store.folder().resolve("staging")).isEmptyDirectory();
    assertThat(store.fsck(List.of(), Progress.NONE).findings()).isEmpty();
    assertThat(store.fsck(List.of(), Progress.NONE).blobs()).isEqualTo(3);
  }

  private static void assertFull(ThrowingCallable call, String message) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(call)
        .withMessageContaining(message)
        .withMessageContaining("is full")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.STORE))
        .satisfies(e -> assertThat(e.remedy()).contains("Free some space"));
  }

  private static boolean succeeds(String... command) throws Exception {
    return new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }
}
