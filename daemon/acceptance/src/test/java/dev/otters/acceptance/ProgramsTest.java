package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** The operator's programs in containers. */
@Tag("docker")
class ProgramsTest extends Programs {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }
}
