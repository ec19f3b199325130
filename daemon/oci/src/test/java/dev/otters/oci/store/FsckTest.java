package dev.otters.oci.store;

import static dev.otters.oci.Samples.AMD64;
import static dev.otters.oci.Samples.ARM64;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.store.Finding.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FsckTest {
  private static final ImageReference GUIDE = ImageReference.parse("host.io/guide:1");
  private static final ImageReference ALIAS = ImageReference.parse("alias:1");

  @TempDir private Path folder;
  private OciStore store;
  private OciStore upstream;
  private Descriptor guide;
  private Descriptor layer;

  @BeforeEach
  void storeAnImage() {
    upstream = OciStore.open(folder.resolve("upstream"));
    Samples.artifact(upstream, GUIDE.toString(), "guide");
    store = OciStore.open(folder.resolve("registry"));
    guide = Samples.artifact(store, GUIDE.toString(), "guide");
    store.tag(GUIDE, guide, Origin.PULLED);
    Samples.artifact(store, "other:1", "other");
    layer = Descriptor.of(MediaTypes.OCTETS, "guide".getBytes(UTF_8));
  }

  /** Gets content from the store it came from, as a registry would. */
  private void fetch(ImageReference from, Descriptor blob, BlobWriter into) throws IOException {
    assertThat(from).isEqualTo(GUIDE);
    upstream.open(blob.digest()).transferTo(into);
  }

  private FsckReport fsck() {
    return store.fsck(List.of(), Progress.NONE);
  }

  @Test
  void aSoundStoreHasNoFindings() {
    FsckReport report = fsck();

    assertThat(report.findings()).isEmpty();
    assertThat(report.sound()).isTrue();
    assertThat(report.blobs()).isEqualTo(5);
    assertThat(report.bytes()).isGreaterThan(500);
  }

  @Test
  void aDamagedBlobIsMovedAwayAndItsTagsAreNamed() throws IOException {
    store.tag(ALIAS, guide, Origin.TAGGED);
    Files.writeString(store.path(layer.digest()), "guidE");

    FsckReport report = fsck();

    Finding found = only(report);
    assertThat(found.kind()).isEqualTo(Kind.DAMAGED_BLOB);
    assertThat(found.subject()).isEqualTo(layer.digest().toString());
    assertThat(found.tags()).containsExactlyInAnyOrder(GUIDE, ALIAS);
    assertThat(found.repaired()).isFalse();
    assertThat(found.fix()).contains(new Fix(Operation.REPAIR_STORE, GUIDE.toString()));
    assertThat(store.contains(layer.digest())).isFalse();
    assertThat(store.folder().resolve("quarantine").resolve(layer.digest().hex()))
        .hasContent("guidE");
    assertThat(only(fsck()).kind()).isEqualTo(Kind.MISSING_BLOB);
  }

  @Test
  void anIngestBringsBackWhatWasMovedAway() throws IOException {
    Files.writeString(store.path(layer.digest()), "x");
    assertThat(fsck().sound()).isFalse();

    Samples.artifact(store, GUIDE.toString(), "guide");

    assertThat(fsck().findings()).isEmpty();
  }

  @Test
  void whatAnIngestHeldAndIsFoundDamagedMeanwhileDoesNotComeBack() throws IOException {
    Files.writeString(store.path(layer.digest()), "guidE");
    try (Ingest ingest = store.ingest()) {
      assertThat(ingest.has(layer.digest())).isTrue();
      ingest.tag(ALIAS, Samples.manifest(ingest, layer, List.of(), Map.of()), Origin.BUILT);
      assertThat(fsck().sound()).isFalse();

      assertThatExceptionOfType(OciException.class)
          .isThrownBy(ingest::commit)
          .withMessageContaining("found damaged meanwhile");
    }
    assertThat(store.resolve(ALIAS)).isEmpty();
    assertThat(store.contains(layer.digest())).isFalse();
  }

  @Test
  void aDamagedBlobThatNobodyNeedsIsNoLoss() throws IOException {
    byte[] content = "nobody's".getBytes(UTF_8);
    Descriptor garbage;
    try (Ingest ingest = store.ingest()) {
      garbage = ingest.put(MediaTypes.OCTETS, content);
      ingest.commit();
    }
    Files.writeString(store.path(garbage.digest()), "");

    assertThat(fsck().sound()).isTrue();
    assertThat(store.contains(garbage.digest())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void repairFetchesFromWhereTheImageWasPulledFrom(boolean alsoTheManifest) throws IOException {
    store.tag(ALIAS, guide, Origin.TAGGED);
    store.untag(GUIDE);
    Files.writeString(store.path(layer.digest()), "guidE");
    if (alsoTheManifest) {
      Files.writeString(store.path(guide.digest()), "{}");
    }

    FsckReport report = store.repair(List.of(), this::fetch, Progress.NONE);

    assertThat(report.sound()).isTrue();
    assertThat(report.findings())
        .hasSize(alsoTheManifest ? 2 : 1)
        .allMatch(found -> found.tags().equals(List.of(ALIAS)));
    assertThat(store.closure(guide)).hasSize(3);
    assertThat(fsck().findings()).isEmpty();
  }

  /** What an agent runs on stays when its tag goes, and so does the need for it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsHeldWithoutATagIsMissedAndFetchedAgain(boolean manifest) throws IOException {
    ImageUser bob = new ImageUser("agent bob", guide.digest(), Optional.of(GUIDE));
    store.remove(GUIDE, List.of(guide.digest()));
    assertThat(store.fsck(List.of(bob), Progress.NONE).findings()).isEmpty();
    Digest damaged = manifest ? guide.digest() : layer.digest();
    Files.writeString(store.path(damaged), "guidE");

    Finding found = only(store.fsck(List.of(bob), Progress.NONE));
    assertThat(found.kind()).isEqualTo(Kind.DAMAGED_BLOB);
    assertThat(found.subject()).isEqualTo(damaged.toString());
    assertThat(found.tags()).isEmpty();
    assertThat(found.users()).containsExactly("agent bob");
    assertThat(found.repaired()).isFalse();
    assertThat(found.fix().orElseThrow().operation()).isEqualTo(Operation.REPAIR_STORE);

    FsckReport report = store.repair(List.of(bob), this::fetch, Progress.NONE);
    assertThat(report.sound()).isTrue();
    assertThat(report.findings()).allMatch(Finding::repaired);
    assertThat(store.closure(guide)).hasSize(3);
    assertThat(store.fsck(List.of(bob), Progress.NONE).findings()).isEmpty();
  }

  @Test
  void aManifestThatIsHeldIsNotReplacedByAnother() throws IOException {
    ImageUser bob = new ImageUser("agent bob", guide.digest(), Optional.of(GUIDE));
    store.remove(GUIDE, List.of(guide.digest()));
    Files.delete(store.path(guide.digest()));

    FsckReport report =
        store.repair(
            List.of(bob), (from, blob, into) -> into.write("{ }".getBytes(UTF_8)), Progress.NONE);

    assertThat(report.sound()).isFalse();
    assertThat(store.contains(Digest.of("{ }".getBytes(UTF_8)))).isFalse();
  }

  @Test
  void whatIsHeldAndWasBuiltHereIsLost() throws IOException {
    ImageUser bob = new ImageUser("agent bob", guide.digest(), Optional.empty());
    store.remove(GUIDE, List.of(guide.digest()));
    Files.delete(store.path(layer.digest()));

    assertThat(only(store.repair(List.of(bob), this::fetch, Progress.NONE)).remedy())
        .isEqualTo("Build or load the image of agent bob again, or remove agent bob.");
  }

  @Test
  void aSourceThatGivesSomethingElseIsNotBelieved() throws IOException {
    Files.delete(store.path(layer.digest()));

    FsckReport report =
        store.repair(
            List.of(), (from, blob, into) -> into.write("guidE".getBytes(UTF_8)), Progress.NONE);

    assertThat(only(report).kind()).isEqualTo(Kind.MISSING_BLOB);
    assertThat(only(report).repaired()).isFalse();
    assertThat(store.contains(layer.digest())).isFalse();
    assertThat(store.folder().resolve("staging")).isEmptyDirectory();
  }

  @Test
  void whatWasBuiltHereCannotBeFetched() throws IOException {
    Descriptor other = Descriptor.of(MediaTypes.OCTETS, "other".getBytes(UTF_8));
    Files.delete(store.path(other.digest()));

    FsckReport report = store.repair(List.of(), this::fetch, Progress.NONE);

    assertThat(only(report).tags()).containsExactly(ImageReference.parse("other:1"));
    assertThat(only(report).remedy()).contains("Build or load other:1 again");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void platformsThatWereNeverPulledAreNotMissed(boolean pulledFirst) throws IOException {
    Descriptor amd;
    try (Ingest ingest = store.ingest()) {
      amd = Samples.container(ingest, AMD64, Map.of(), Map.of(), List.of());
      Descriptor arm = new Descriptor(MediaTypes.MANIFEST, Digest.of(new byte[1]), 1);
      List<Descriptor> platforms = List.of(amd.withPlatform(AMD64), arm.withPlatform(ARM64));
      Descriptor index =
          Samples.index(ingest, pulledFirst ? platforms : platforms.reversed(), Map.of());
      ingest.tag(ALIAS, index, Origin.PULLED);
      ingest.commit();
    }
    assertThat(fsck().findings()).isEmpty();

    Files.writeString(store.path(amd.digest()), "{}");

    assertThat(only(fsck()).subject()).isEqualTo(amd.digest().toString());
    assertThat(only(fsck()).kind()).isEqualTo(Kind.MISSING_BLOB);
  }

  @Test
  void contentThatIsNotWhatItsImageSaysIsFound() {
    try (Ingest ingest = store.ingest()) {
      Descriptor text = ingest.put(MediaTypes.OCTETS, "a text".getBytes(UTF_8));
      Descriptor lie = new Descriptor(MediaTypes.OCTETS, text.digest(), 1000);
      ingest.tag(ALIAS, Samples.manifest(ingest, lie, List.of(), Map.of()), Origin.LOADED);
      ingest.commit();
    }
    assertThat(only(fsck()).kind()).isEqualTo(Kind.INVALID_CONTENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"manifests\":[{\"digest\":\"x\"}]}", "\0\0\0\0"})
  void aDamagedIndexIsMadeAgainFromItsCopy(String damage) throws IOException {
    List<StoredImage> before = store.list();
    Files.writeString(store.folder().resolve("index.json"), damage);
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(store::list)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.STORE))
        .satisfies(e -> assertThat(e.fix()).contains(new Fix(Operation.CHECK_STORE)));
    assertThatExceptionOfType(OciException.class).isThrownBy(() -> store.collect(Set.of()));

    FsckReport report = OciStore.open(store.folder()).fsck(List.of(), Progress.NONE);

    assertThat(only(report).kind()).isEqualTo(Kind.DAMAGED_INDEX);
    assertThat(only(report).message()).contains("2 tags from its copy");
    assertThat(report.sound()).isTrue();
    assertThat(store.list()).isEqualTo(before);
    assertThat(fsck().findings()).isEmpty();
  }

  @Test
  void imagesGetNamesWhereTheCopyIsLostToo() throws IOException {
    Files.writeString(store.folder().resolve("index.json"), "{");
    Files.delete(store.folder().resolve("index.copy.json"));

    assertThat(only(fsck()).message()).contains("2 untagged images from the blobs");

    ImageReference recovered =
        ImageReference.parse("recovered/" + guide.digest().abbreviated() + ":latest");
    assertThat(store.list()).hasSize(2);
    Descriptor found = store.require(recovered);
    assertThat(found.digest()).isEqualTo(guide.digest());
    Manifest manifest = store.manifest(found.digest());
    assertThat(manifest.references()).hasSize(2);
    assertThat(store.collect(Set.of()).blobs()).isZero();
  }

  @Test
  void anIndexThatIsLostWhileTheStoreIsOpenTakesNothingWithIt() throws IOException {
    List<StoredImage> before = store.list();
    Files.delete(store.folder().resolve("index.json"));

    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            store::list,
            () -> Samples.artifact(store, "more:1", "more"),
            () -> store.prune(PruneScope.UNTAGGED, List.of(), false))) {
      assertThatExceptionOfType(OciException.class)
          .isThrownBy(use)
          .withMessageContaining("index.json is missing")
          .satisfies(e -> assertThat(e.fix()).contains(new Fix(Operation.CHECK_STORE)));
    }

    assertThat(only(fsck()).kind()).isEqualTo(Kind.DAMAGED_INDEX);
    assertThat(store.list()).containsAll(before);
    assertThat(fsck().findings()).isEmpty();
  }

  @Test
  void aLostIndexIsNoEmptyStore() throws IOException {
    Files.delete(store.folder().resolve("index.json"));

    assertThat(OciStore.open(store.folder()).list()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "nonsense"})
  void aDamagedLayoutFileIsWrittenAgain(String damage) throws IOException {
    Path marker = store.folder().resolve("oci-layout");
    Files.writeString(marker, damage);

    assertThat(only(fsck()).kind()).isEqualTo(Kind.DAMAGED_LAYOUT);

    assertThat(marker).hasContent("{\"imageLayoutVersion\":\"1.0.0\"}");
    assertThat(fsck().findings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"folder", "link", "loop", "pipe"})
  void whatIsNoFileAtAllIsMovedAwayAndFetchedAgain(String kind) throws Exception {
    List<StoredImage> before = store.list();
    for (Path file :
        List.of(
            store.path(layer.digest()),
            store.folder().resolve("index.json"),
            store.folder().resolve("oci-layout"))) {
      replace(file, kind);
    }
    assertThat(store.contains(layer.digest())).isFalse();
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(store::list)
        .satisfies(e -> assertThat(e.fix()).contains(new Fix(Operation.CHECK_STORE)));

    FsckReport report = store.repair(List.of(), this::fetch, Progress.NONE);

    assertThat(report.sound()).isTrue();
    assertThat(report.findings())
        .extracting(Finding::kind)
        .containsExactlyInAnyOrder(Kind.DAMAGED_BLOB, Kind.DAMAGED_INDEX, Kind.DAMAGED_LAYOUT);
    assertThat(store.list()).isEqualTo(before);
    assertThat(fsck().findings()).isEmpty();
    assertThat(store.prune(PruneScope.UNTAGGED, List.of(), false).content().blobs()).isEqualTo(3);
    assertThat(store.folder().resolve("quarantine")).isEmptyDirectory();
  }

  @Test
  void aBuildTakesThePlaceOfWhatIsNoFile() throws Exception {
    replace(store.path(layer.digest()), "folder");

    Samples.artifact(store, GUIDE.toString(), "guide");

    assertThat(store.read(layer, 100)).asString(UTF_8).isEqualTo("guide");
    assertThat(fsck().findings()).isEmpty();
  }

  private static void replace(Path file, String kind) throws Exception {
    Files.delete(file);
    switch (kind) {
      case "folder" -> Files.writeString(Files.createDirectory(file).resolve("x"), "x");
      case "link" -> Files.createSymbolicLink(file, Path.of("/dev/zero"));
      case "loop" -> Files.createSymbolicLink(file, file.getFileName());
      default ->
          assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    }
  }

  private static Finding only(FsckReport report) {
    assertThat(report.findings()).hasSize(1);
    return report.findings().getFirst();
  }
}
