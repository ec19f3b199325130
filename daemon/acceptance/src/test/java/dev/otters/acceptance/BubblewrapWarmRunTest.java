package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** An image that is here already, run in bubblewrap. */
@Tag("bubblewrap")
class BubblewrapWarmRunTest extends WarmRun {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }
}
