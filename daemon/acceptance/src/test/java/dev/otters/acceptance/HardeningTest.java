package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

/** A hostile tool in a container, and what the engine says about the container. */
@Tag("docker")
@Tag("engine20")
@Tag("podman")
class HardeningTest extends Hardening {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }

  @Test
  void theEngineShowsAContainerWithoutPowersLimitsAbsentOrSecrets() {
    var client = DockerClientFactory.instance().client();
    String id = otters.containers().getFirst().getId();
    InspectContainerResponse container = client.inspectContainerCmd(id).exec();
    HostConfig host = container.getHostConfig();

    assertThat(host.getCapDrop())
        .as("Podman names each of its own")
        .containsAnyOf(Capability.ALL, Capability.SETUID);
    assertThat(host.getCapAdd()).isNullOrEmpty();
    assertThat(host.getReadonlyRootfs()).isTrue();
    assertThat(host.getPrivileged()).isFalse();
    assertThat(host.getSecurityOpts()).anyMatch(option -> option.startsWith("no-new-privileges"));
    assertThat(host.getSecurityOpts()).noneMatch(option -> option.contains("unconfined"));
    assertThat(host.getMemory()).isEqualTo(1L << 30);
    assertThat(host.getPidsLimit()).isEqualTo(512);
    assertThat(host.getNanoCPUs()).isEqualTo(2_000_000_000L);
    assertThat(host.getNetworkMode()).isEqualTo("none");
    assertThat(host.getPublishAllPorts()).isFalse();
    assertThat(container.getNetworkSettings().getPorts().getBindings()).isEmpty();
    assertThat(container.getConfig().getUser()).doesNotStartWith("0").matches("\\d+:\\d+");
    assertThat(container.getConfig().getLabels())
        .containsEntry("io.openotters.home", otters.homeId());
    assertThat(container.toString() + List.of(container.getConfig().getEnv()))
        .doesNotContain(SECRET, "CANARY", "token");
  }
}
