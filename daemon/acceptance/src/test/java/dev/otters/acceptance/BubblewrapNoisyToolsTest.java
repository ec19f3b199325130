package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;

/** Tools that use up what they share with others, in bubblewrap. */
@Tag("bubblewrap")
@Isolated("it uses up what the machine has")
class BubblewrapNoisyToolsTest extends NoisyTools {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }
}
