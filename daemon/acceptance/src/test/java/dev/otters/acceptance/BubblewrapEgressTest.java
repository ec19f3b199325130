package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** The network of agents in bubblewrap. */
@Tag("bubblewrap")
class BubblewrapEgressTest extends Egress {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }
}
