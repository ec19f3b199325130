package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Gated tools in bubblewrap. */
@Tag("bubblewrap")
class BubblewrapGatedToolsTest extends GatedTools {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }
}
