package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** The model endpoint of agents in bubblewrap. */
@Tag("bubblewrap")
class BubblewrapModelEndpointTest extends ModelEndpoint {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }
}
