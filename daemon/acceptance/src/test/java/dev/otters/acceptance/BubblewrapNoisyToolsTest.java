package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Tools that use up what they share with others, in bubblewrap. */
@Tag("bubblewrap")
class BubblewrapNoisyToolsTest extends NoisyTools {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }
}
