package dev.otters.agents.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Platform;
import dev.otters.oci.Samples;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuntimeIndexTest {
  @TempDir Path folder;
  private OciStore store;
  private TestImages images;
  private ImageSource source;

  @BeforeEach
  void open() throws IOException {
    store = OciStore.open(folder.resolve("registry"));
    images = new TestImages(store, Files.createDirectory(folder.resolve("context")));
    images.agent("guide:1", "FROM scratch\nNAME guide\nMODEL scripted/x\n");
    source =
        TestImages.source(
            store,
            (reference, _, _, _) -> {
              throw new AssertionError("pulled " + reference);
            });
  }

  @Test
  void theRuntimeOfThisPlatformIsTakenFromAnIndex() {
    Descriptor runtime = images.runtime().withPlatform(Platform.ofThisMachine());
    Descriptor foreign =
        store
            .require(ImageReference.parse("guide:1"))
            .withPlatform(Platform.parse("linux/riscv64"));
    assertThat(source.entrypoint(new ImagePin("r:1", index(foreign, runtime))))
        .containsExactly("/opt/runtime/bin/runtime");
    Digest useless = index(foreign);
    assertThatThrownBy(() -> source.entrypoint(new ImagePin("r:1", useless)))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.PLATFORM_MISSING));
  }

  private Digest index(Descriptor... images) {
    try (Ingest ingest = store.ingest()) {
      Descriptor index = Samples.index(ingest, List.of(images), Map.of());
      ingest.commit();
      return index.digest();
    }
  }
}
