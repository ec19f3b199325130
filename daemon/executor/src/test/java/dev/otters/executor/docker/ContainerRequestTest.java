package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.BindPropagation;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.MountType;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import dev.otters.executor.Limits;
import dev.otters.executor.Network;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.docker.engine.EngineFacts;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.posix.FileStat.FileId;
import dev.otters.executor.testkit.Specs;
import dev.otters.oci.Platform;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks requests without an engine. */
class ContainerRequestTest {
  private static final URI NO_ENGINE = URI.create("unix:///nonexistent/engine.sock");
  private static final long MIB = 1 << 20;
  private DockerClient client;

  @BeforeEach
  void makeClient() {
    client =
        DockerClientImpl.getInstance(
            new DefaultDockerClientConfig.Builder().withDockerHost(NO_ENGINE.toString()).build(),
            new ZerodepDockerHttpClient.Builder().dockerHost(NO_ENGINE).build());
  }

  @AfterEach
  void closeClient() throws IOException {
    client.close();
  }

  private CreateContainerCmd request(SandboxSpec spec, boolean remapsUsers) {
    EngineFacts facts =
        new EngineFacts(
            "id",
            "28.5.2",
            new Platform("linux", "amd64"),
            2,
            false,
            remapsUsers,
            List.of(),
            List.of());
    List<Bind> binds =
        List.of(
            new Bind(Path.of("/a"), "/workspace", false, new FileId(1, 2, 3), false),
            new Bind(Path.of("/b"), "/etc/data", true, new FileId(1, 2, 4), false));
    return new ContainerRequest(
            spec,
            "sha256:image",
            List.of("JAVA_TOOL_OPTIONS", "PATH"),
            binds,
            Map.of("/opt/bin-images/sh", "sha256:tool"),
            new SandboxUser(200_000, 200_001),
            Map.of("label", "value"),
            facts)
        .build(client);
  }

  private HostConfig host(SandboxSpec spec) {
    return request(spec, false).getHostConfig();
  }

  private static SandboxSpec spec() {
    return Specs.withLimits(Specs.example(), new Limits(64 * MIB, 1.5, 77, MIB));
  }

  @Test
  void takesEveryPrivilegeAway() {
    HostConfig host = host(spec());
    assertThat(host.getCapDrop()).containsExactly(Capability.ALL);
    assertThat(host.getCapAdd()).isNullOrEmpty();
    assertThat(host.getPrivileged()).isFalse();
    assertThat(host.getSecurityOpts()).containsExactly("no-new-privileges:true");
    assertThat(host.getReadonlyRootfs()).isTrue();
    assertThat(host.getIpcMode()).isEqualTo("private");
    assertThat(host.getPidMode()).isNull();
    assertThat(host.getDevices()).isNull();
    assertThat(host.getPublishAllPorts()).isFalse();
    assertThat(request(spec(), false).getUser()).isEqualTo("200000:200001");
  }

  @Test
  void limitsWhatAnAgentUses() {
    HostConfig host = host(spec());
    assertThat(host.getPidsLimit()).isEqualTo(77);
    assertThat(host.getMemory()).isEqualTo(64 * MIB);
    assertThat(host.getMemorySwap()).isEqualTo(64 * MIB);
    assertThat(host.getNanoCPUs()).isEqualTo(1_500_000_000);
    assertThat(host.getShmSize()).isEqualTo(MIB);
    assertThat(host.getLogConfig().getConfig())
        .containsEntry("max-size", "10m")
        .containsEntry("max-file", "3");
  }

  @Test
  void mountsOnlyWhatWasPlannedAsItWasPlanned() {
    HostConfig host = host(spec());
    assertThat(host.getBinds()).isNullOrEmpty();
    assertThat(host.getMounts())
        .extracting(m -> m.getType() + " " + m.getSource() + " " + m.getTarget())
        .containsExactly(
            MountType.BIND + " /a /workspace",
            MountType.BIND + " /b /etc/data",
            MountType.IMAGE + " sha256:tool /opt/bin-images/sh");
    assertThat(host.getMounts())
        .extracting(m -> m.getReadOnly())
        .containsExactly(false, true, true);
    assertThat(host.getMounts().subList(0, 2))
        .allMatch(m -> m.getBindOptions().getPropagation() == BindPropagation.R_PRIVATE);
  }

  @Test
  void hasTheNetworkThatWasAskedFor() {
    assertThat(host(spec()).getNetworkMode()).isEqualTo("none");
    assertThat(host(Specs.withNetwork(spec(), Network.BRIDGE)).getNetworkMode())
        .isEqualTo("bridge");
  }

  @Test
  void setsOurVariablesAndUnsetsTheImagesOwn() {
    assertThat(request(spec(), false).getEnv())
        .containsExactlyInAnyOrder(
            "HOME=/home",
            "TMPDIR=/tmp",
            "LANG=C.UTF-8",
            "PATH=/opt/bins",
            "OTTERSD_URL=unix:///run/otters/d.sock",
            "OTTERS_AGENT_ROOT=/",
            "JAVA_TOOL_OPTIONS");
  }

  @Test
  void usesTheHostsUserIdsWhereTheEngineRemapsThem() {
    assertThat(request(spec(), true).getHostConfig().getUsernsMode()).isEqualTo("host");
    assertThat(request(spec(), false).getHostConfig().getUsernsMode()).isNull();
  }
}
