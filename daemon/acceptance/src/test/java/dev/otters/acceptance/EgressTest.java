package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** The network of agents in Docker. */
@Tag("docker")
class EgressTest extends Egress {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }
}
