package dev.otters.oci.store;

import static dev.otters.oci.Samples.manifest;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.home.SyncedFiles;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class IngestTest {
  private static final byte[] CONTENT = "content of a layer".getBytes(UTF_8);
  private static final Descriptor LAYER =
      new Descriptor(MediaTypes.OCTETS, Digest.of(CONTENT), CONTENT.length);

  private static final ImageReference TAG = ImageReference.parse("it:1");

  @TempDir private Path folder;

  /** As when a server ignores that the client asked for the rest only. */
  @Test
  void aWriterThatGetsABlobAgainFromItsBeginningKeepsEachByteOnce() throws IOException {
    OciStore store = OciStore.open(folder);
    try (Ingest ingest = store.ingest();
        BlobWriter writer = ingest.writer(LAYER)) {
      BlobTarget target = BlobTarget.of(writer);
      target.write(CONTENT, 0, 5);
      assertThat(target.position()).isEqualTo(5);
      target.restart();
      target.write(CONTENT, 0, 3);
      assertThat(target.position()).isEqualTo(5);
      target.write(CONTENT, 3, CONTENT.length - 3);

      assertThat(writer.finish()).isEqualTo(LAYER);
      ingest.commit();
    }
    assertThat(Files.readAllBytes(store.path(LAYER.digest()))).isEqualTo(CONTENT);
  }

  @Test
  void aCommitLeavesABlobAloneThatAnotherIngestIsFetching() throws Exception {
    OciStore store = OciStore.open(folder);
    try (Ingest first = store.ingest();
        Ingest second = store.ingest()) {
      try (FetchedBlob blob = first.fetch(LAYER).orElseThrow()) {
        blob.write(CONTENT, 0, CONTENT.length);
        blob.finish();
      }
      try (FetchedBlob blob = second.fetch(LAYER).orElseThrow()) {
        assertThat(blob.position()).isEqualTo(CONTENT.length);
        commit(first);
        blob.finish();
      }
      commit(second);
    }

    assertThat(store.contains(LAYER.digest())).isTrue();
    assertThat(store.layout().partials()).isEmptyDirectory();
  }

  @Test
  void anInterruptedFetchGoesOnAfterItsLastByte() throws Exception {
    OciStore store = OciStore.open(folder);
    try (Ingest ingest = store.ingest()) {
      try (FetchedBlob broken = ingest.fetch(LAYER).orElseThrow()) {
        broken.write(CONTENT, 0, 7);
      }
      try (FetchedBlob resumed = ingest.fetch(LAYER).orElseThrow()) {
        assertThat(resumed.position()).isEqualTo(7);
        resumed.write(CONTENT, 7, CONTENT.length - 7);
        resumed.finish();
      }

      assertThat(ingest.read(LAYER, 100)).isEqualTo(CONTENT);
    }
  }

  /** A tag must not be on the disk before all that it names. */
  @Test
  void everyBlobIsOnTheDiskBeforeTheTagIs() throws Exception {
    OciStore store = OciStore.open(folder);
    List<Path> synced;
    try (Ingest ingest = store.ingest();
        FetchedBlob blob = ingest.fetch(LAYER).orElseThrow()) {
      blob.write(CONTENT, 0, CONTENT.length);
      synced =
          SyncedFiles.during(
              () -> {
                blob.finish();
                commit(ingest);
              });
    }
    Layout layout = store.layout();
    int blobs = synced.indexOf(layout.blobs());
    List<String> before = synced.subList(0, blobs).stream().map(IngestTest::name).toList();
    List<String> after =
        synced.subList(blobs + 1, synced.size()).stream().map(IngestTest::name).toList();

    List<String> needed =
        store.closure(store.require(TAG)).stream().map(d -> d.digest().hex()).toList();
    assertThat(needed).hasSize(3);
    assertThat(before).containsExactlyInAnyOrderElementsOf(needed);
    assertThat(after).hasSize(2).first(InstanceOfAssertFactories.STRING).startsWith(".new-");
    assertThat(synced.getLast()).isEqualTo(layout.folder());
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  @Test
  void moreBytesThanExpectedAreNotKeptForTheNextFetch() throws Exception {
    OciStore store = OciStore.open(folder);
    Files.createDirectories(store.layout().partials());
    Path part = store.layout().partials().resolve(LAYER.digest().hex());
    Files.write(part, (new String(CONTENT, UTF_8) + "x").getBytes(UTF_8));
    try (Ingest ingest = store.ingest();
        FetchedBlob blob = ingest.fetch(LAYER).orElseThrow()) {
      assertThat(blob.position()).isZero();
      byte[] longer = new byte[CONTENT.length + 1];
      assertThatExceptionOfType(OciException.class)
          .isThrownBy(() -> blob.write(longer, 0, longer.length))
          .withMessageContaining("has more than the");
      assertThat(part).isEmptyFile();
    }
    assertThat(part).doesNotExist();
  }

  @Test
  void asManyBytesOfAnotherBlobAreNotKeptForTheNextFetch() throws Exception {
    OciStore store = OciStore.open(folder);
    Files.createDirectories(store.layout().partials());
    Path part = store.layout().partials().resolve(LAYER.digest().hex());
    Files.write(part, new byte[CONTENT.length]);
    try (Ingest ingest = store.ingest()) {
      try (FetchedBlob blob = ingest.fetch(LAYER).orElseThrow()) {
        assertThat(blob.position()).isZero();
        blob.write(CONTENT, 0, CONTENT.length);
        blob.finish();
      }
      assertThat(ingest.read(LAYER, 100)).isEqualTo(CONTENT);
    }
  }

  /** The link may lead to a file that changes later. */
  @Test
  void aLinkInThePlaceOfABlobIsDamageAndIsMovedAway() throws Exception {
    OciStore store = OciStore.open(folder.resolve("store"));
    Descriptor blob;
    try (Ingest ingest = store.ingest()) {
      blob = ingest.put(MediaTypes.OCTETS, CONTENT);
      ingest.commit();
    }
    Path file = store.path(blob.digest());
    Files.move(file, folder.resolve("elsewhere"));
    Files.createSymbolicLink(file, folder.resolve("elsewhere"));

    try (Ingest ingest = store.ingest()) {
      assertThat(ingest.has(blob.digest())).isFalse();
    }
    List<Path> synced = SyncedFiles.during(() -> store.fsck(Set.of(), Progress.NONE));
    assertThat(Files.exists(file, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(synced).contains(store.layout().quarantine());
  }

  @ParameterizedTest
  @CsvSource({"23, true", "25, false"})
  void aPartThatNobodyHasContinuedForADayIsRemoved(int hours, boolean kept) throws Exception {
    OciStore store = OciStore.open(folder);
    Files.createDirectories(store.layout().partials());
    Path part = Files.writeString(store.layout().partials().resolve("a".repeat(64)), "half");
    Files.setLastModifiedTime(part, FileTime.from(Instant.now().minus(Duration.ofHours(hours))));

    store.collect(Set.of());

    assertThat(Files.exists(part)).isEqualTo(kept);
    OciStore _ = OciStore.open(folder);
    assertThat(Files.exists(part)).isEqualTo(kept);
  }

  private static void commit(Ingest ingest) {
    Descriptor config = ingest.put(MediaTypes.OCTETS, "{}".getBytes(UTF_8));
    ingest.tag(TAG, manifest(ingest, config, List.of(LAYER), Map.of()), Origin.PULLED);
    ingest.commit();
  }
}
