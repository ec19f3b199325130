package dev.otters.acceptance;

import dev.otters.executor.testkit.Bubblewrap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;

/** The demo, where there is no engine. */
@Tag("bubblewrap")
class BubblewrapDemoTest extends Demo {
  @Override
  Place place() {
    String program = Objects.requireNonNull(Bubblewrap.environment().get("OTTERS_BWRAP"));
    return new Place("bubblewrap", Map.of("OTTERS_BWRAP", program, "OTTERS_EXECUTOR", "system"));
  }
}
