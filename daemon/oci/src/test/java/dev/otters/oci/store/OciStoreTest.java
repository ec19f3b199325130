package dev.otters.oci.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OciStoreTest {
  private static final ImageReference GUIDE = ImageReference.parse("guide:1");

  @TempDir private Path folder;
  private OciStore store;

  @BeforeEach
  void openStore() {
    store = OciStore.open(folder.resolve("registry"));
  }

  @Test
  void aTagIsFoundAfterTheStoreWasOpenedAgain() {
    Descriptor root = Samples.artifact(store, "guide:1", "a");

    OciStore again = OciStore.open(store.folder());

    assertThat(again.resolve(GUIDE)).contains(root);
    assertThat(again.list())
        .singleElement()
        .satisfies(image -> assertThat(image.reference()).isEqualTo(GUIDE))
        .satisfies(image -> assertThat(image.origin()).contains(Origin.BUILT))
        .satisfies(image -> assertThat(image.storedAt()).isPresent());
  }

  @Test
  void aDigestFindsAnImageAndWinsOverTheTag() {
    Descriptor first = Samples.artifact(store, "guide:1", "a");
    Samples.artifact(store, "guide:1", "b");

    assertThat(store.resolve(ImageReference.parse("guide:1@" + first.digest()))).contains(first);
    assertThat(store.resolve(GUIDE)).isNotEqualTo(Optional.of(first));
    assertThat(store.resolve(GUIDE.at(Digest.of(new byte[0])))).isEmpty();
  }

  @Test
  void removingAnUnknownTagSaysSo() {
    assertFails(Reason.NOT_FOUND, () -> store.remove(GUIDE, Set.of()));
    assertFails(Reason.NOT_FOUND, () -> store.require(GUIDE));
  }

  @Test
  void removingATagDropsWhatNothingElseNeeds() {
    Descriptor guide = Samples.artifact(store, "guide:1", "a");
    Descriptor other = Samples.artifact(store, "other:1", "b");

    Collected collected = store.remove(GUIDE, Set.of());

    assertThat(collected.blobs()).isEqualTo(2);
    assertThat(store.contains(guide.digest())).isFalse();
    assertThat(store.closure(other)).hasSize(3);
  }

  @Test
  void pinnedImagesOutliveTheirTags() {
    Descriptor guide = Samples.artifact(store, "guide:1", "a");

    assertThat(store.remove(GUIDE, Set.of(guide.digest())).blobs()).isZero();
    assertThat(store.resolve(GUIDE)).isEmpty();
    assertThat(store.closure(guide)).hasSize(3);
    assertThat(store.collect(Set.of()).blobs()).isEqualTo(3);
  }

  @Test
  void aHostileManifestCannotHideTheContentOfAnother() {
    Descriptor guide = Samples.artifact(store, "zz:1", "a");
    try (Ingest ingest = store.ingest()) {
      Descriptor hostile =
          Samples.manifest(
              ingest,
              new Descriptor(MediaTypes.OCTETS, guide.digest(), 1),
              List.of(new Descriptor(MediaTypes.MANIFEST, guide.digest(), 1)),
              Map.of());
      ingest.tag(ImageReference.parse("aa:1"), hostile, Origin.PULLED);
      ingest.commit();
    }

    assertThat(store.collect(Set.of()).blobs()).isZero();
    assertThat(store.closure(guide)).hasSize(3);
  }

  @Test
  void withoutACommitTheStoreIsAsBefore() throws IOException {
    Set<Path> before = files();

    try (Ingest ingest = store.ingest()) {
      Descriptor blob = ingest.put(MediaTypes.OCTETS, "a".getBytes(UTF_8));
      Descriptor root = Samples.manifest(ingest, blob, List.of(), Map.of());
      ingest.tag(GUIDE, root, Origin.BUILT);
    }

    assertThat(files()).isEqualTo(before);
    assertThat(store.list()).isEmpty();
  }

  @Test
  void wrongContentIsRefusedAndDropped() throws IOException {
    Descriptor expected = Descriptor.of(MediaTypes.OCTETS, "abc".getBytes(UTF_8));
    for (String wrong : List.of("ab", "abd", "abcd")) {
      try (Ingest ingest = store.ingest();
          BlobWriter writer = ingest.writer(expected)) {
        assertFails(
            Reason.DIGEST_MISMATCH,
            () -> {
              writer.write(wrong.getBytes(UTF_8));
              writer.finish();
            });
        assertThat(ingest.has(expected.digest())).isFalse();
      }
    }
    assertThat(files()).noneMatch(path -> path.toString().contains("staging/"));
  }

  @Test
  void aChangedBlobIsNoticedWhenItIsRead() throws IOException {
    Descriptor root = Samples.artifact(store, "guide:1", "a");
    Files.writeString(store.path(root.digest()), "{}");

    assertFails(Reason.DIGEST_MISMATCH, () -> store.read(root, 100_000));
    assertFails(Reason.INVALID_IMAGE, () -> store.read(root, 10));
    Files.write(store.path(root.digest()), new byte[(int) root.size()]);
    assertFails(Reason.DIGEST_MISMATCH, () -> store.read(root, root.size()));
    assertFails(Reason.INVALID_IMAGE, () -> store.read(root, root.size() - 1));
  }

  @Test
  void aTagNeedsAManifestThatIsThere() {
    Descriptor blob = Samples.artifact(store, "guide:1", "a");

    assertFails(
        Reason.NOT_FOUND,
        () -> store.tag(GUIDE, new Descriptor("a/b", Digest.of(new byte[1]), 1), Origin.TAGGED));
    assertFails(
        Reason.INVALID_REFERENCE,
        () -> store.tag(GUIDE.at(Digest.of(new byte[1])), blob, Origin.TAGGED));
    Descriptor text = Descriptor.of(MediaTypes.OCTETS, "a".getBytes(UTF_8));
    assertFails(Reason.INVALID_IMAGE, () -> store.tag(GUIDE, text, Origin.TAGGED));
  }

  @Test
  void fieldsAndEntriesOfOtherToolsAreKept() throws IOException {
    Path index = store.folder().resolve("index.json");
    Descriptor root = Samples.artifact(store, "guide:1", "a");
    String foreign =
        """
        {"schemaVersion":2,"later":[1,{"x":true}],"manifests":[{"mediaType":"%s","digest":"%s",
        "size":%d,"urls":["https://x"],"annotations":{"org.opencontainers.image.ref.name":"A B"}}]}
        """
            .formatted(root.mediaType(), root.digest(), root.size());
    Files.writeString(index, foreign);

    Samples.artifact(store, "other:1", "b");

    assertThat(Files.readString(index)).contains("\"later\"", "https://x", "A B", "other:1");
    assertThat(store.list()).hasSize(1);
    assertThat(store.collect(Set.of()).blobs()).isZero();
  }

  @Test
  void contentThatIsBeingAddedSurvivesACollection() {
    Samples.artifact(store, "guide:1", "a");
    Descriptor layer = Descriptor.of(MediaTypes.OCTETS, "a".getBytes(UTF_8));
    try (Ingest ingest = store.ingest()) {
      assertThat(ingest.has(layer.digest())).isTrue();
      Descriptor root = Samples.manifest(ingest, layer, List.of(), Map.of());

      store.remove(GUIDE, Set.of());
      ingest.tag(GUIDE, root, Origin.BUILT);
      ingest.commit();
    }

    assertThat(store.closure(store.require(GUIDE))).hasSize(2);
  }

  @Test
  void allOfAnImageSurvivesACollectionWhileItIsTaggedAnew() {
    Descriptor root = Samples.artifact(store, "guide:1", "a");
    try (Ingest ingest = store.ingest()) {
      ingest.tag(ImageReference.parse("other:1"), root, Origin.TAGGED);
      store.remove(GUIDE, Set.of());
      ingest.commit();
    }

    assertThat(store.closure(root)).hasSize(3);
  }

  @Test
  void whatAKilledProcessLeftIsRemoved() throws IOException {
    Path left = Files.createDirectories(store.folder().resolve("staging/left"));
    Files.createFile(left.resolve("lock"));
    Files.writeString(left.resolve("new-1"), "half");

    Path file = Files.writeString(store.folder().resolve(".new-1"), "half");

    try (Ingest ingest = store.ingest()) {
      Descriptor mine = ingest.put(MediaTypes.OCTETS, new byte[3]);
      OciStore.open(store.folder());

      assertThat(left).doesNotExist();
      assertThat(file).doesNotExist();
      assertThat(ingest.has(mine.digest())).isTrue();
      Files.createDirectories(left);
      store.collect(Set.of());
      assertThat(left).doesNotExist();
      assertThat(ingest.has(mine.digest())).isTrue();
    }
  }

  /** A daemon that pulls for days would otherwise fill its disk. */
  @Test
  void aBlobThatWasNotFinishedTakesNoRoom() throws IOException {
    try (Ingest ingest = store.ingest()) {
      try (BlobWriter writer = ingest.writer(MediaTypes.OCTETS)) {
        writer.write(new byte[9]);
      }
      assertThat(files()).noneMatch(path -> path.getFileName().toString().startsWith("new-"));
    }
    Path inTheWay = Files.createDirectories(folder.resolve("file/full")).resolveSibling("");
    assertThatIOException().isThrownBy(() -> Durable.replace(inTheWay, new byte[1]));
    assertThat(folder).isDirectoryNotContaining("glob:**/.new-*");
  }

  @Test
  void aDamagedIndexIsReportedWithItsPlace() throws IOException {
    Files.writeString(store.folder().resolve("index.json"), "{");

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(store::list)
        .withMessageContaining("index.json is not valid JSON")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.STORE));
  }

  private Set<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(store.folder())) {
      return Set.copyOf(all.filter(path -> !path.endsWith("index.lock")).toList());
    }
  }

  private static void assertFails(Reason reason, ThrowingCallable call) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(reason))
        .satisfies(e -> assertThat(e.remedy()).isNotEmpty());
  }
}
