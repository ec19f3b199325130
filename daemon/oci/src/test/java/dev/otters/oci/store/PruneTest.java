package dev.otters.oci.store;

import static dev.otters.oci.Samples.AMD64;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PruneTest {
  private static final ImageReference USED = ImageReference.parse("used:1");
  private static final ImageReference UNUSED = ImageReference.parse("unused:1");

  @TempDir private Path folder;
  private OciStore store;
  private Descriptor used;
  private Descriptor untagged;

  @BeforeEach
  void storeImages() {
    store = OciStore.open(folder);
    used = Samples.artifact(store, "used:1", "used");
    Samples.artifact(store, "unused:1", "unused");
    untagged = Samples.artifact(store, "gone:1", "gone");
    store.untag(ImageReference.parse("gone:1"));
  }

  @Test
  void contentWithoutATagGoesAndIsCounted() throws IOException {
    Map<Path, Long> before = sizes();

    Pruned pruned = store.prune(PruneScope.UNTAGGED, Set.of(), false);

    assertThat(pruned.images()).isEmpty();
    assertThat(pruned.content().blobs()).isEqualTo(2);
    assertThat(pruned.content().bytes())
        .isEqualTo(untagged.size() + "gone".length())
        .isEqualTo(total(before) - total(sizes()));
    assertThat(store.list()).hasSize(2);
  }

  @Test
  void imagesThatNobodyUsesGoToo() {
    Pruned pruned = store.prune(PruneScope.UNUSED, Set.of(used.digest()), false);

    assertThat(pruned.images()).extracting(StoredImage::reference).containsExactly(UNUSED);
    assertThat(pruned.content().blobs()).isEqualTo(4);
    assertThat(store.list()).extracting(StoredImage::reference).containsExactly(USED);
    assertThat(store.closure(used)).hasSize(3);
    assertThat(store.prune(PruneScope.UNUSED, Set.of(used.digest()), false))
        .isEqualTo(new Pruned(List.of(), new Collected(0, 0)));
  }

  @Test
  void aTagIsUsedWhenAnAgentHasOneOfItsPlatforms() {
    Descriptor child;
    try (Ingest ingest = store.ingest()) {
      child = Samples.container(ingest, AMD64, Map.of(), Map.of(), List.of());
      ingest.tag(
          UNUSED,
          Samples.index(ingest, List.of(child.withPlatform(AMD64)), Map.of()),
          Origin.PULLED);
      ingest.commit();
    }

    Pruned pruned = store.prune(PruneScope.UNUSED, Set.of(child.digest()), false);

    assertThat(pruned.images()).extracting(StoredImage::reference).containsExactly(USED);
    assertThat(store.closure(store.require(UNUSED))).hasSize(3);
  }

  @Test
  void aPinnedImageStaysWithoutATag() {
    Pruned pruned = store.prune(PruneScope.UNTAGGED, Set.of(untagged.digest()), false);

    assertThat(pruned.content().blobs()).isZero();
    assertThat(store.closure(untagged)).hasSize(3);
  }

  @Test
  void aDryRunSaysTheSameAndRemovesNothing() throws IOException {
    for (PruneScope scope : PruneScope.values()) {
      Map<Path, Long> before = sizes();

      Pruned said = store.prune(scope, Set.of(), true);

      assertThat(sizes()).isEqualTo(before);
      assertThat(store.prune(scope, Set.of(), false)).isEqualTo(said);
    }
  }

  @Test
  void whatIsBeingAddedStays() {
    try (Ingest ingest = OciStore.open(folder).ingest()) {
      Descriptor fresh = ingest.put(MediaTypes.OCTETS, "fresh".getBytes(UTF_8));
      Descriptor text = Descriptor.of(MediaTypes.OCTETS, "gone".getBytes(UTF_8));
      assertThat(ingest.has(text.digest())).isTrue();

      Pruned pruned = store.prune(PruneScope.UNUSED, Set.of(), false);

      assertThat(pruned.images()).hasSize(2);
      ingest.tag(USED, Samples.manifest(ingest, fresh, List.of(text), Map.of()), Origin.BUILT);
      ingest.commit();
    }
    assertThat(store.fsck(List.of(), Progress.NONE).findings()).isEmpty();
    assertThat(store.closure(store.require(USED))).hasSize(3);
  }

  @Test
  void whatWasFoundDamagedGoes() throws IOException {
    Files.writeString(store.path(untagged.digest()), "damage");
    assertThat(store.fsck(List.of(), Progress.NONE).findings()).hasSize(1);

    assertThat(store.prune(PruneScope.UNTAGGED, Set.of(), true).content().blobs()).isEqualTo(2);
    assertThat(store.prune(PruneScope.UNTAGGED, Set.of(), false).content().blobs()).isEqualTo(2);
    assertThat(store.folder().resolve("quarantine")).isEmptyDirectory();
  }

  private Map<Path, Long> sizes() throws IOException {
    Map<Path, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        sizes.put(file, Files.size(file));
      }
    }
    return sizes;
  }

  private static long total(Map<Path, Long> sizes) {
    return sizes.values().stream().mapToLong(Long::longValue).sum();
  }
}
