package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Agentfiles that ask for more than the profile gives, in Docker. */
@Tag("docker")
class LooseningTest extends Loosening {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }
}
