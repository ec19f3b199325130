package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** What an operator does with agents in bubblewrap. */
@Tag("bubblewrap")
class BubblewrapLifecycleTest extends Lifecycle {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }
}
