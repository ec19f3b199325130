package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Skills in bubblewrap. */
@Tag("bubblewrap")
class BubblewrapSkillsTest extends Skills {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }
}
