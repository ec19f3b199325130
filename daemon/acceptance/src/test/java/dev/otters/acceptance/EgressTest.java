package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The network of agents in Docker, and its main cases on each engine. */
@Tag("docker")
class EgressTest extends Egress {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }

  @Override
  @Test
  @Tag("engine20")
  @Tag("podman")
  void theToolsOfATurnReachTheHostAndNoOther() throws IOException {
    super.theToolsOfATurnReachTheHostAndNoOther();
  }

  @Override
  @Test
  @Tag("engine20")
  @Tag("podman")
  void nothingGetsOut() throws Exception {
    super.nothingGetsOut();
  }
}
