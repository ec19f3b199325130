package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** The operator's programs in bubblewrap. */
@Tag("bubblewrap")
class BubblewrapProgramsTest extends Programs {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }
}
