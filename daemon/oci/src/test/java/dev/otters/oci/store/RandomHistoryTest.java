package dev.otters.oci.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomHistoryTest {
  @TempDir private Path temporary;
  private Path folder;

  @BeforeEach
  void nameFolder() {
    folder = temporary.resolve("registry");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theStoreHoldsWhatIsTaggedOrPinnedAndNothingElse(long seed) throws IOException {
    Random random = new Random(seed);
    Map<ImageReference, Descriptor> tags = new HashMap<>();
    Set<Descriptor> pins = new HashSet<>();
    OciStore store = OciStore.open(folder);
    for (int i = 0; i < 120; i++) {
      ImageReference name = ImageReference.parse("image:" + random.nextInt(6));
      switch (random.nextInt(7)) {
        case 0, 1 ->
            tags.put(name, Samples.artifact(store, name.toString(), "text " + random.nextInt(4)));
        case 2 -> {
          if (tags.remove(name) != null) {
            store.remove(name, digests(pins));
          }
        }
        case 5 -> {
          Set<Digest> pinned = digests(pins);
          Pruned said = store.prune(PruneScope.UNUSED, pinned, true);
          assertThat(store.prune(PruneScope.UNUSED, pinned, false)).isEqualTo(said);
          tags.values().removeIf(target -> !pins.contains(target));
        }
        case 6 -> {
          if (!tags.isEmpty() && pins.isEmpty()) {
            damage(store, random);
          }
        }
        case 3 -> tags.values().stream().findFirst().ifPresent(pins::add);
        default -> {
          pins.removeIf(pin -> random.nextInt(4) > 0);
          store = OciStore.open(folder);
        }
      }
      assertHolds(store, tags, pins);
    }
  }

  /** Damages any blob or the index; a repair from a store that has everything makes it good. */
  private void damage(OciStore store, Random random) throws IOException {
    OciStore upstream = OciStore.open(temporary.resolve("upstream"));
    for (int i = 0; i < 4; i++) {
      Samples.artifact(upstream, "image:" + i, "text " + i);
    }
    store.list().forEach(image -> store.tag(image.reference(), image.descriptor(), Origin.PULLED));
    List<Path> files = Blobs.files(store.layout().blobs());
    Files.writeString(files.get(random.nextInt(files.size())), "damaged");
    if (random.nextBoolean()) {
      Files.writeString(store.layout().index(), "damaged");
    }

    FsckReport report =
        store.repair(
            List.of(),
            (from, blob, into) -> upstream.open(blob.digest()).transferTo(into),
            Progress.NONE);

    assertThat(report.sound()).isTrue();
    assertThat(report.findings()).isNotEmpty();
    assertThat(store.fsck(List.of(), Progress.NONE).findings()).isEmpty();
  }

  private void assertHolds(
      OciStore store, Map<ImageReference, Descriptor> tags, Set<Descriptor> pins)
      throws IOException {
    store.collect(digests(pins));
    assertThat(
            store.list().stream()
                .collect(Collectors.toMap(StoredImage::reference, StoredImage::descriptor)))
        .isEqualTo(tags);
    Set<String> needed =
        Stream.concat(tags.values().stream(), pins.stream())
            .flatMap(
                root -> {
                  assertThat(store.closure(root)).hasSize(3);
                  return store.closure(root).stream();
                })
            .map(blob -> blob.digest().hex())
            .collect(Collectors.toSet());
    try (Stream<Path> files = Files.list(folder.resolve("blobs/sha256"))) {
      assertThat(files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()))
          .isEqualTo(needed);
    }
  }

  @Test
  void manyThreadsLoseNothingOfEachOther() throws InterruptedException, ExecutionException {
    OciStore store = OciStore.open(folder);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> work =
          IntStream.range(0, 8)
              .mapToObj(thread -> threads.submit(() -> tagSome(OciStore.open(folder), thread)))
              .toList();
      for (Future<Integer> done : work) {
        assertThat(done.get()).isEqualTo(8);
      }
    }

    assertThat(store.list())
        .hasSize(64)
        .allSatisfy(image -> assertThat(store.closure(image.descriptor())).hasSize(3));
    assertThat(store.folder().resolve("staging")).isEmptyDirectory();
  }

  private static int tagSome(OciStore store, int thread) {
    for (int i = 0; i < 8; i++) {
      Samples.artifact(store, "thread-" + thread + ":" + i, "text " + i % 3);
      store.collect(Set.of());
    }
    return 8;
  }

  private static Set<Digest> digests(Set<Descriptor> descriptors) {
    return descriptors.stream().map(Descriptor::digest).collect(Collectors.toSet());
  }
}
