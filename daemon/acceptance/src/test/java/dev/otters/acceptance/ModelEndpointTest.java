package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** The model endpoint of agents in Docker. */
@Tag("docker")
class ModelEndpointTest extends ModelEndpoint {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }
}
