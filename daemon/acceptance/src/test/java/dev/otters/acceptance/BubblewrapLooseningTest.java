package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Agentfiles that ask for more than the profile gives, in bubblewrap. */
@Tag("bubblewrap")
class BubblewrapLooseningTest extends Loosening {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }
}
