package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** What an operator does with agents in containers. */
@Tag("docker")
class LifecycleTest extends Lifecycle {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }
}
