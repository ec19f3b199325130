package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** An image that is here already, run in Docker. */
@Tag("docker")
class WarmRunTest extends WarmRun {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }
}
