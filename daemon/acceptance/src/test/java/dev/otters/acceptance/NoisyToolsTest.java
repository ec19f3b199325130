package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Tools that use up what they share with others, in Docker. */
@Tag("docker")
class NoisyToolsTest extends NoisyTools {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }
}
