package dev.otters.agents.image;

import dev.otters.agentfile.ImageName;
import dev.otters.oci.store.OciStore;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests that build images without a registry. */
abstract class BuildTest {
  @TempDir Path folder;
  OciStore store;
  Builds builds;

  @BeforeEach
  void open() {
    store = OciStore.open(folder.resolve("registry"));
    ImageSource images =
        TestImages.source(
            store,
            (reference, scope, access, progress) -> {
              throw new AssertionError("nothing is pulled: " + reference);
            });
    builds =
        new Builds(store, folder.resolve("builds"), ImageName.of("otters/runtime:0.1.0"), images);
  }
}
