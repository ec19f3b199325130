package dev.otters.agents.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UselessImageTest {
  private static final String TOOL = "registry.example.com/tools/sh:1";
  private static final ImageReference REFERENCE = ImageReference.parse(TOOL);

  @TempDir Path folder;
  private OciStore store;
  private TestImages images;
  private ImageSource source;

  @BeforeEach
  void aRegistryWhoseToolIsNone() throws IOException {
    store = OciStore.open(folder.resolve("store"));
    images = new TestImages(store, Files.createDirectory(folder.resolve("context")));
    Descriptor none = images.runtime();
    source =
        TestImages.source(
            store,
            (reference, scope, access, progress) -> {
              store.tag(reference, none, Origin.PULLED);
              return none;
            });
  }

  @Test
  void whatWasFetchedAndCannotBeUsedGetsNoName() {
    assertThatThrownBy(() -> source.bin(TOOL, PullPolicy.MISSING, Progress.NONE))
        .isInstanceOf(OciException.class);
    assertThat(store.resolve(REFERENCE)).isEmpty();
    assertThat(store.resolve(TestImages.RUNTIME)).isPresent();
  }

  @Test
  void whatWasFetchedAndCannotBeUsedDoesNotReplaceWhatCan() {
    Digest good = images.tool("sh", TOOL).digest();

    assertThatThrownBy(() -> source.bin(TOOL, PullPolicy.ALWAYS, Progress.NONE))
        .isInstanceOf(OciException.class);
    assertThat(source.bin(TOOL, PullPolicy.NEVER, Progress.NONE).name()).isEqualTo("sh");
    assertThat(store.require(REFERENCE).digest()).isEqualTo(good);
  }
}
