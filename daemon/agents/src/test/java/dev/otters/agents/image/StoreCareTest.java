package dev.otters.agents.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.image.FsckResult;
import dev.otters.api.image.PruneResult;
import dev.otters.api.image.Transfer;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.store.Holder;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreCareTest {
  private static final String AGENT = "FROM scratch\nNAME guide\nMODEL a/b\n";

  @TempDir Path folder;
  private final List<Holder> holders = new ArrayList<>();
  private OciStore store;
  private TestImages images;
  private StoreCare care;

  @BeforeEach
  void aStoreWithImages() throws IOException {
    store = OciStore.open(folder.resolve("store"));
    images = new TestImages(store, Files.createDirectory(folder.resolve("context")));
    images.runtime();
    care =
        new StoreCare(
            store,
            (from, blob, into) -> {
              throw new OciException(OciException.Reason.UNREACHABLE, "no network", "None.");
            },
            () -> holders,
            () -> List.of(TestImages.RUNTIME));
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
    StoreCare there = new StoreCare(other, (a, b, c) -> {}, List::of, List::of);
    assertThat(there.load(Optional.empty(), in(tar.toByteArray()), Progress.NONE).images())
        .extracting(Transfer::ref)
        .containsExactlyInAnyOrder("guide:1", "tools/sh:1");
    assertThat(new AgentImageCatalog(other).inspect("guide:1").digest())
        .isEqualTo(new AgentImageCatalog(store).inspect("guide:1").digest());
  }

  @Test
  void aFileThatBreaksOffLeavesTheStoreAsItWas() throws IOException {
    images.agent("guide:1", AGENT);
    ByteArrayOutputStream tar = new ByteArrayOutputStream();
    care.save(List.of("guide:1"), tar);
    OciStore other = OciStore.open(folder.resolve("other"));
    StoreCare there = new StoreCare(other, (a, b, c) -> {}, List::of, List::of);
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
    holders.add(new Holder("agent bob", used, Optional.empty()));
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
    holders.add(new Holder("agent bob", used, Optional.empty()));
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
