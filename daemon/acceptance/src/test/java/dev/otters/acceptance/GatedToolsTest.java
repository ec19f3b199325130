package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Gated tools in Docker. */
@Tag("docker")
class GatedToolsTest extends GatedTools {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }
}
