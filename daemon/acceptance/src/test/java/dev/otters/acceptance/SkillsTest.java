package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Skills in containers. */
@Tag("docker")
class SkillsTest extends Skills {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }
}
