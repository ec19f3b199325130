package dev.otters.acceptance;

import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The demo, in Docker. */
@Tag("docker")
class DemoTest extends Demo {
  @Override
  Place place() {
    return new Place("Docker", Map.of("DOCKER_HOST", System.getenv("DOCKER_HOST")));
  }
}
