package dev.otters.agents.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agentfile.ImageName;
import dev.otters.api.image.FsckResult;
import dev.otters.api.image.PruneResult;
import dev.otters.api.image.Transfer;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.archive.Archive;
import dev.otters.oci.store.ImageUser;
import dev.otters.oci.store.OciStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreCareTest {
  private static final String RUNTIME = TestImages.RUNTIME.toString();
  private static final String AGENT = "FROM scratch\nNAME guide\nMODEL a/b\n";

  @TempDir Path folder;
  private final List<ImageUser> holders = new ArrayList<>();
  private OciStore store;
  private TestImages images;
  private StoreCare care;

  @BeforeEach
  void aStoreWithImages() throws IOException {
    store = OciStore.open(folder.resolve("store"));
    images = new TestImages(store, Files.createDirectory(folder.resolve("context")));
    images.runtime();
    care = care(() -> List.of(TestImages.RUNTIME));
  }

  private StoreCare care(Supplier<List<ImageReference>> shipped) {
    return new StoreCare(
        store,
        (from, blob, into) -> {
          throw new OciException(OciException.Reason.UNREACHABLE, "no network", "None.");
        },
        () -> holders,
        shipped,
        TestImages.RUNTIME);
  }

  private List<String> names() {
    return store.list().stream().map(image -> image.reference().toString()).toList();
  }

  @Test
  void anImageGetsANameByNameOrByDigest() {
    Digest digest = images.agent("guide:1", AGENT).digest();
    care.tag("guide:1", "registry.example.com/guide:2");
    care.tag(digest.toString(), "other");
    assertThat(names()).contains("guide:1", "registry.example.com/guide:2", "other:latest");
    assertThatThrownBy(() -> care.tag("nothing:1", "x:1")).isInstanceOf(OciException.class);
    assertThatThrownBy(() -> care.tag("guide:1", "No Name")).isInstanceOf(OciException.class);
  }

  @Test
  void whatIsSavedIsLoadedElsewhereUnderTheSameNames() throws IOException {
    images.agent("guide:1", AGENT);
    images.tool("sh", "tools/sh:1");
    ByteArrayOutputStream tar = new ByteArrayOutputStream();
    care.save(List.of("guide:1", "tools/sh:1"), tar);
    OciStore other = OciStore.open(folder.resolve("other"));
    StoreCare there = new StoreCare(other, (a, b, c) -> {}, List::of, List::of, TestImages.RUNTIME);
    assertThat(there.load(Optional.empty(), in(tar.toByteArray()), Progress.NONE).images())
        .extracting(Transfer::ref)
        .containsExactlyInAnyOrder("guide:1", "tools/sh:1");
    assertThat(new AgentImageCatalog(other).inspect("guide:1").digest())
        .isEqualTo(new AgentImageCatalog(store).inspect("guide:1").digest());
  }

  @ParameterizedTest
  @ValueSource(strings = {"otters/runtime:0.1.0", "otters/runtime:other"})
  void aFileCannotBringItsOwnRuntime(String name) throws IOException {
    Digest shipped = store.require(TestImages.RUNTIME).digest();
    byte[] foreign = foreign(name);

    assertThatThrownBy(() -> care.load(Optional.empty(), in(foreign), Progress.NONE))
        .isInstanceOf(OciException.class)
        .hasMessageContaining(name);
    assertThat(names()).containsExactly("otters/runtime:0.1.0");
    assertThat(store.require(TestImages.RUNTIME).digest()).isEqualTo(shipped);
  }

  @Test
  void noCommandGivesAnotherImageTheNameOfTheShippedRuntime() throws IOException {
    Descriptor shipped = store.require(TestImages.RUNTIME);
    images.tool("sh", "tools/sh:1");
    byte[] foreign = foreign("mine:1");

    for (ThrowingCallable replace :
        List.<ThrowingCallable>of(
            () -> care.tag("tools/sh:1", RUNTIME),
            () -> care.load(Optional.of(RUNTIME), in(foreign), Progress.NONE))) {
      assertThatThrownBy(replace)
          .isInstanceOf(OciException.class)
          .hasMessageContaining(
              "the name otters/runtime:0.1.0 is reserved for the runtime of this release");
    }
    assertThat(store.require(TestImages.RUNTIME)).isEqualTo(shipped);
  }

  @Test
  void anotherRuntimeIsTaggedAsTheRemedySays() {
    images.tool("sh", "tools/sh:1");

    assertThatThrownBy(() -> care.tag("tools/sh:1", RUNTIME))
        .isInstanceOfSatisfying(
            OciException.class, e -> assertThat(e.remedy()).contains("tag it otters/runtime:TAG"));
    care.tag("tools/sh:1", "otters/runtime:mine");
    RuntimeChoice choice = new RuntimeChoice(TestImages.RUNTIME, List.of(), store);
    assertThat(choice.choose(Optional.of(ImageName.of("otters/runtime:mine"))))
        .isEqualTo(ImageReference.parse("otters/runtime:mine"));
  }

  @Test
  void aFileCannotReplaceAShippedTool() throws IOException {
    Digest shipped = images.tool("sh", "otters/tools/sh:1").digest();
    care = care(() -> List.of(TestImages.RUNTIME, ImageReference.parse("otters/tools/sh:1")));
    byte[] foreign = foreign("otters/tools/sh:1");

    assertThatThrownBy(() -> care.load(Optional.empty(), in(foreign), Progress.NONE))
        .isInstanceOf(OciException.class);
    assertThat(store.require(ImageReference.parse("otters/tools/sh:1")).digest())
        .isEqualTo(shipped);
  }

  @Test
  void theShippedRuntimeIsLoadedAgainAndTheOperatorMayNameAnother() throws IOException {
    ByteArrayOutputStream tar = new ByteArrayOutputStream();
    care.save(List.of("otters/runtime:0.1.0"), tar);
    assertThat(care.load(Optional.empty(), in(tar.toByteArray()), Progress.NONE).images())
        .extracting(Transfer::ref)
        .containsExactly("otters/runtime:0.1.0");

    byte[] foreign = foreign("mine:1");
    var unused = care.load(Optional.of("otters/runtime:mine"), in(foreign), Progress.NONE);
    assertThat(names()).contains("otters/runtime:mine");
  }

  /** Returns a file with one image of another machine. */
  private byte[] foreign(String name) throws IOException {
    OciStore other = OciStore.open(folder.resolve("foreign"));
    new TestImages(other, Files.createDirectory(folder.resolve("other"))).tool("evil", name);
    ByteArrayOutputStream tar = new ByteArrayOutputStream();
    new Archive(other).save(List.of(ImageReference.parse(name)), tar, Progress.NONE);
    return tar.toByteArray();
  }

  @Test
  void aFileThatBreaksOffLeavesTheStoreAsItWas() throws IOException {
    images.agent("guide:1", AGENT);
    ByteArrayOutputStream tar = new ByteArrayOutputStream();
    care.save(List.of("guide:1"), tar);
    OciStore other = OciStore.open(folder.resolve("other"));
    StoreCare there = new StoreCare(other, (a, b, c) -> {}, List::of, List::of, TestImages.RUNTIME);
    byte[] half = Arrays.copyOf(tar.toByteArray(), tar.size() / 2);
    assertThatThrownBy(() -> there.load(Optional.empty(), in(half), Progress.NONE))
        .isInstanceOf(OciException.class);
    assertThat(other.list()).isEmpty();
    assertThat(other.folder().resolve("blobs/sha256")).isEmptyDirectory();
  }

  @Test
  void aPruneTakesWhatHasNoNameAndWithAllWhatNoAgentUses() {
    Digest used = images.agent("used:1", AGENT).digest();
    images.agent("unused:1", AGENT + "LABEL a=b\n");
    images.agent("gone:1", AGENT + "LABEL c=d\n");
    holders.add(new ImageUser("agent bob", used, Optional.empty()));
    store.untag(ImageReference.parse("gone:1"));

    PruneResult would = care.prune(true, true);
    assertThat(would.images()).containsExactly("unused:1");
    assertThat(names()).contains("unused:1");

    PruneResult content = care.prune(false, false);
    assertThat(content.images()).isEmpty();
    assertThat(content.bytes()).isPositive();
    assertThat(names()).contains("unused:1");

    PruneResult all = care.prune(true, false);
    assertThat(all.images()).containsExactly("unused:1");
    assertThat(content.bytes() + all.bytes()).isEqualTo(would.bytes());
    assertThat(names()).containsExactly(TestImages.RUNTIME.toString(), "used:1");
    assertThat(care.fsck(false, Progress.NONE).findings()).isEmpty();
  }

  @Test
  void damageOfWhatAnAgentRunsOnIsFoundWithoutATagToo() throws IOException {
    Digest used = images.agent("used:1", AGENT).digest();
    holders.add(new ImageUser("agent bob", used, Optional.empty()));
    store.untag(ImageReference.parse("used:1"));
    Files.writeString(store.path(used), "damaged");

    FsckResult result = care.fsck(true, Progress.NONE);

    assertThat(result.sound()).isFalse();
    assertThat(result.findings()).hasSize(1);
    assertThat(result.findings().getFirst().refs()).containsExactly("agent bob");
    assertThat(result.findings().getFirst().remedy()).contains("or remove agent bob");
  }

  private static ByteArrayInputStream in(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }
}
