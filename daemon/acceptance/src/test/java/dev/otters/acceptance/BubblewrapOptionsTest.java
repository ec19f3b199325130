package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("bubblewrap")
class BubblewrapOptionsTest {
  @Test
  void whatBubblewrapCannotDoIsRefusedAndLeavesNothing() throws IOException {
    try (Otters otters = Otters.freshWithBubblewrap()) {
      String folder = otters.agentWithShell("probe", "scripted/guide").toString();
      assertThat(otters.run("run", "--network", "bridge", folder).failed(38))
          .contains("no bridge network");
      assertThat(otters.run("run", "--bin-mounts", "image", folder).failed(38))
          .contains("no image mounts");
      assertThat(otters.json("ps", "-a")).isEmpty();
    }
  }
}
