package dev.otters.oci.bin;

import dev.otters.oci.store.OciStore;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An empty store for BIN images. */
abstract class BinTestCase {
  @TempDir Path folder;
  OciStore store;
  BinImages bins;

  @BeforeEach
  void openStore() {
    store = OciStore.open(folder.resolve("registry"));
    bins = new BinImages(store);
  }
}
