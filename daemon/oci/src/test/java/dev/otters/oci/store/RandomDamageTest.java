package dev.otters.oci.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damages a store by chance, as disks and people do; the seed of a failure is its parameter. */
class RandomDamageTest {
  private static final int ROUNDS = 25;

  @TempDir private Path temporary;
  private OciStore upstream;
  private OciStore store;

  private enum Damage {
    FLIPPED,
    SHORTENED,
    DELETED,
    SWAPPED,
    FOLDER
  }

  @BeforeEach
  void pullSomeImages() {
    upstream = fill("upstream");
    store = fill("registry");
  }

  private OciStore fill(String folder) {
    OciStore filled = OciStore.open(temporary.resolve(folder));
    for (int i = 0; i < 5; i++) {
      // Two of them are one image with two names, and all have a blob in common.
      ImageReference name = ImageReference.parse("host.io/image:" + i);
      Descriptor image = Samples.artifact(filled, name.toString(), "text " + i / 2);
      filled.tag(name, image, Origin.PULLED);
    }
    return filled;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void damageIsFoundNamedAndMended(long seed) throws IOException {
    Random random = new Random(seed);
    int found = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String when = "seed " + seed + ", round " + round;
      Set<Digest> damaged = new HashSet<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        damaged.addAll(damageBlob(random));
      }
      boolean index = random.nextInt(3) == 0;
      if (index) {
        damage(
            store.layout().index(),
            random,
            random.nextBoolean() ? Damage.SHORTENED : Damage.DELETED);
      }
      assertReadsAreRightOrRefused(when);

      if (random.nextBoolean()) {
        assertFound(store.fsck(List.of(), Progress.NONE), damaged, index, when);
        assertOpensAreRightOrRefused(when);
      }
      FsckReport repaired = store.repair(List.of(), this::fetch, Progress.NONE);
      assertThat(repaired.sound()).as(when).isTrue();
      assertThat(repaired.findings()).as(when).allMatch(Finding::repaired);
      assertWhole(when);
      found += repaired.findings().size();
    }
    assertThat(found).isGreaterThan(ROUNDS);
  }

  private void fetch(ImageReference from, Descriptor blob, BlobWriter into) throws IOException {
    try (InputStream content = upstream.open(blob.digest())) {
      content.transferTo(into);
    }
  }

  private Set<Digest> damageBlob(Random random) throws IOException {
    List<Path> files = Blobs.files(store.layout().blobs());
    Path file = files.get(random.nextInt(files.size()));
    Damage damage = Damage.values()[random.nextInt(Damage.values().length)];
    if (!Files.isRegularFile(file)) {
      return Set.of();
    }
    if (damage != Damage.SWAPPED) {
      damage(file, random, damage);
      return Set.of(Blobs.digest(file));
    }
    Path other = files.get(random.nextInt(files.size()));
    if (other.equals(file)) {
      return Set.of();
    }
    Path between = temporary.resolve("between");
    Files.move(file, between);
    Files.move(other, file);
    Files.move(between, other);
    return Set.of(Blobs.digest(file), Blobs.digest(other));
  }

  private static void damage(Path file, Random random, Damage damage) throws IOException {
    byte[] content = Files.readAllBytes(file);
    Files.delete(file);
    switch (damage) {
      case FLIPPED -> {
        content[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, content);
      }
      case SHORTENED -> Files.write(file, Arrays.copyOf(content, content.length / 2));
      case FOLDER -> Files.createDirectory(file);
      default -> {}
    }
  }

  /** What lies under a damaged manifest is missed only when that is back; its images are named. */
  private void assertFound(FsckReport report, Set<Digest> damaged, boolean index, String when) {
    Set<ImageReference> named =
        report.findings().stream()
            .flatMap(finding -> finding.tags().stream())
            .collect(Collectors.toSet());
    Set<ImageReference> touched =
        upstream.list().stream()
            .filter(
                image ->
                    upstream.closure(image.descriptor()).stream()
                        .anyMatch(blob -> isWrong(blob.digest(), damaged)))
            .map(StoredImage::reference)
            .collect(Collectors.toSet());
    assertThat(named).as(when).isEqualTo(touched);
    assertThat(report.sound()).as(when).isEqualTo(touched.isEmpty());
    assertThat(report.findings().stream().anyMatch(f -> f.kind() == Finding.Kind.DAMAGED_INDEX))
        .as(when)
        .isEqualTo(index);
  }

  /** Two swaps may have undone each other. */
  private boolean isWrong(Digest digest, Set<Digest> damaged) {
    return damaged.contains(digest) && !store.contains(digest);
  }

  private void assertReadsAreRightOrRefused(String when) {
    for (Descriptor blob : content()) {
      try {
        assertThat(store.read(blob, 10_000)).as(when).isEqualTo(upstream.read(blob, 10_000));
      } catch (OciException refused) {
        assertThat(refused.reason())
            .as(when)
            .isIn(OciException.Reason.NOT_FOUND, OciException.Reason.DIGEST_MISMATCH);
      }
    }
  }

  private void assertOpensAreRightOrRefused(String when) throws IOException {
    for (Descriptor blob : content()) {
      if (store.contains(blob.digest())) {
        try (InputStream in = store.open(blob.digest())) {
          assertThat(in.readAllBytes()).as(when).isEqualTo(upstream.read(blob, 10_000));
        }
      }
    }
  }

  private void assertWhole(String when) {
    assertThat(store.fsck(List.of(), Progress.NONE).findings()).as(when).isEmpty();
    assertThat(store.list())
        .as(when)
        .extracting(StoredImage::reference, StoredImage::descriptor)
        .isEqualTo(
            upstream.list().stream()
                .map(image -> tuple(image.reference(), image.descriptor()))
                .toList());
    for (Descriptor blob : content()) {
      assertThat(store.read(blob, 10_000)).as(when).isEqualTo(upstream.read(blob, 10_000));
    }
  }

  private Set<Descriptor> content() {
    return upstream.list().stream()
        .flatMap(image -> upstream.closure(image.descriptor()).stream())
        .collect(Collectors.toSet());
  }
}
