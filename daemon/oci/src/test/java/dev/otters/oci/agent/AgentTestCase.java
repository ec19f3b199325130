package dev.otters.oci.agent;

import dev.otters.oci.store.OciStore;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An empty store for agent images. */
abstract class AgentTestCase {
  @TempDir Path folder;
  OciStore store;
  AgentImages images;

  @BeforeEach
  void openStore() {
    store = OciStore.open(folder.resolve("registry"));
    images = new AgentImages(store);
  }
}
