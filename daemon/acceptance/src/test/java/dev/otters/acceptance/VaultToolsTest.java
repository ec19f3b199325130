package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Vaults in Docker, and the main case on each engine. */
@Tag("docker")
class VaultToolsTest extends VaultTools {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }

  @Override
  List<String> sandboxes() {
    List<String> configurations =
        otters.containers().stream()
            .map(container -> Traces.configuration(container.getId()))
            .toList();
    assertThat(configurations).allSatisfy(it -> assertThat(it).contains("OTTERS_AGENT_ROOT=/"));
    return configurations;
  }

  @Override
  @Test
  @Tag("engine20")
  @Tag("podman")
  void aValueIsInItsFileAndInTheProcessOfItsToolAndNowhereElse() throws Exception {
    super.aValueIsInItsFileAndInTheProcessOfItsToolAndNowhereElse();
  }
}
