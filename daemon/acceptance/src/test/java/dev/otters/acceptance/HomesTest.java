package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Container;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two homes on one engine. */
@Tag("docker")
@Tag("engine20")
class HomesTest {

  private static Path agent(Otters otters) {
    return otters.agentWithShell("twin", "scripted/guide");
  }

  @Test
  void containersCarryTheirHomesIdAndAHomeNeverTouchesAnothersAgents() throws IOException {
    try (Otters first = Otters.fresh();
        Otters second = Otters.fresh()) {
      first.run("run", agent(first).toString()).ok();
      second.run("run", agent(second).toString()).ok();
      Container survivor = second.containers().getFirst();

      first.killDaemon();
      first.run("ps").ok();
      first.run("rm", "-f", "twin").ok();

      assertThat(first.containers()).isEmpty();
      assertThat(second.containers())
          .singleElement()
          .satisfies(container -> assertThat(container.getId()).isEqualTo(survivor.getId()));
      assertThat(second.run("prompt", "twin", "hello").ok()).contains("scripted");
    }
  }
}
