package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Network;
import dev.otters.executor.docker.engine.EngineKind;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BridgeNetworkTest extends DockerTest {
  private String name;

  @BeforeEach
  void wantABridge() {
    name = BridgeNetwork.name(home);
    network = dev.otters.executor.Network.BRIDGE;
  }

  @AfterEach
  void remove() {
    executor.remove(agent);
    try {
      engine.calls().removeNetworkCmd(name).exec();
    } catch (NotFoundException none) {
      assertThat(none).hasMessageContaining("not found");
    }
  }

  private Network found() {
    return engine.calls().inspectNetworkCmd().withNetworkId(name).exec();
  }

  @Test
  void theNetworkOfAHomeIsMadeOnceAndRemovedWhenNoSandboxHasIt() throws IOException {
    assertThat(executor.prune(false)).isEmpty();
    executor.create(spec("exit"), Progress.NONE);
    String id = found().getId();
    executor.create(spec("exit"), Progress.NONE);
    assertThat(found().getId()).isEqualTo(id);
    assertThat(found().getLabels()).containsEntry("io.openotters.home", home.toString());
    assertThat(executor.prune(true)).isEmpty();
    assertThat(executor.prune(false)).isEmpty();

    executor.remove(agent);
    assertThat(executor.prune(true)).containsExactly(name);
    assertThat(executor.prune(false)).containsExactly(name);
    assertThatThrownBy(this::found).isInstanceOf(NotFoundException.class);
  }

  @Test
  void dockerKeepsItsSandboxesApart() throws IOException {
    assumeTrue(engine.kind() == EngineKind.DOCKER, "Podman cannot");
    executor.create(spec("exit"), Progress.NONE);
    assertThat(found().getOptions()).containsEntry("com.docker.network.bridge.enable_icc", "false");
  }

  @Test
  void aNetworkThatTheHomeDidNotMakeIsRefused() {
    for (Map<String, String> labels :
        List.of(Map.<String, String>of(), Map.of("io.openotters.home", "other"))) {
      engine
          .calls()
          .createNetworkCmd()
          .withName(name)
          .withDriver("bridge")
          .withLabels(labels)
          .exec();
      assertThatThrownBy(() -> executor.create(spec("exit"), Progress.NONE))
          .hasMessageContaining("network " + name + " that this home did not make");
      assertThatThrownBy(() -> executor.prune(false)).hasMessageContaining("did not make");
      engine.calls().removeNetworkCmd(name).exec();
    }
  }

  @Test
  void aNetworkThatConnectsItsSandboxesIsRefused() {
    assumeTrue(engine.kind() == EngineKind.DOCKER, "Podman cannot keep them apart");
    engine
        .calls()
        .createNetworkCmd()
        .withName(name)
        .withLabels(Map.of("io.openotters.home", home.toString()))
        .exec();
    assertThatThrownBy(() -> executor.create(spec("exit"), Progress.NONE))
        .hasMessageContaining("did not make");
  }
}
