package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.Ulimit;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import dev.otters.executor.Limits;
import dev.otters.executor.Network;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.docker.engine.EngineFacts;
import dev.otters.executor.docker.engine.EngineKind;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks requests without an engine. */
class ContainerRequestTest {
  private static final URI NO_ENGINE = URI.create("unix:///nonexistent/engine.sock");
  private static final long MIB = 1 << 20;
  private static final JsonMapper JSON = new JsonMapper();
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
    return request(spec, EngineKind.DOCKER, remapsUsers);
  }

  private CreateContainerCmd request(SandboxSpec spec, EngineKind kind, boolean remapsUsers) {
    return request(spec, kind, remapsUsers, Map.of("/opt/bin-images/sh", "sha256:tool"));
  }

  private CreateContainerCmd request(
      SandboxSpec spec, EngineKind kind, boolean remapsUsers, Map<String, String> tools) {
    EngineFacts facts =
        new EngineFacts(
            kind,
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
            new Bind(Path.of("/a"), "/workspace", false, new FileId(1, 2, 3)),
            new Bind(Path.of("/b"), "/etc/data", true, new FileId(1, 2, 4)));
    return new ContainerRequest(
            spec,
            "sha256:image",
            List.of("JAVA_TOOL_OPTIONS", "PATH"),
            binds,
            tools,
            new SandboxUser(200_000, 200_001),
            Map.of("label", "value"),
            facts)
        .build(client);
  }

  @Test
  void podmanGetsALogDriverAndALimitOfProcessesThatItHas() {
    CreateContainerCmd podman = request(spec(), EngineKind.PODMAN, false);
    HostConfig host = podman.getHostConfig();
    assertThat(host.getLogConfig().getType()).isEqualTo(LogConfig.LoggingType.JSON_FILE);
    assertThat(host.getUlimits()).extracting(Ulimit::getName).contains("nproc");
  }

  /** The request as Podman receives it. */
  private static final String PODMAN_REQUEST =
      """
      {"name": "otters-ID", "image": "sha256:image", "hostname": "test", "user": "200000:200001",
       "work_dir": "/", "entrypoint": ["/program"], "command": [], "unsetenvall": true,
       "env": {"HOME": "/home", "LANG": "C.UTF-8", "OTTERSD_URL": "unix:///run/otters/d.sock",
         "OTTERS_AGENT_ROOT": "/", "PATH": "/opt/bins", "TMPDIR": "/tmp"},
       "labels": {"label": "value"}, "healthconfig": {"Test": ["NONE"]}, "stop_signal": 15,
       "stdin": false, "restart_policy": "no", "systemd": "false", "cap_drop": ["ALL"],
       "no_new_privileges": true, "read_only_filesystem": true, "image_volume_mode": "ignore",
       "init": true, "ipcns": {"nsmode": "private"}, "cgroupns": {"nsmode": "private"},
       "netns": {"nsmode": "none"}, "shm_size": 1048576,
       "resource_limits": {"memory": {"limit": 67108864, "swap": 67108864},
         "cpu": {"period": 100000, "quota": 150000}, "pids": {"limit": 77}},
       "r_limits": [{"type": "core", "soft": 0, "hard": 0},
         {"type": "nofile", "soft": 16384, "hard": 16384},
         {"type": "nproc", "soft": PROCESSES, "hard": PROCESSES}],
       "log_configuration": {"driver": "k8s-file", "options": {"max-size": "10m", "max-file": "3"}},
       "mounts": [
         {"type": "bind", "source": "/a", "destination": "/workspace",
           "options": ["rbind", "rprivate", "rw"]},
         {"type": "bind", "source": "/b", "destination": "/etc/data",
           "options": ["rbind", "rprivate", "ro"]}]}
      """;

  @Test
  void everyPartOfTheRequestIsHardenedForPodmanToo() {
    SandboxSpec spec = spec();
    String expected =
        PODMAN_REQUEST
            .replace("ID", spec.key().id().toString())
            .replace("PROCESSES", String.valueOf(OwnLimits.processes()));
    String sent = new PodmanRequest(request(spec, EngineKind.PODMAN, false, Map.of())).json();
    assertThat(JSON.readTree(sent)).isEqualTo(JSON.readTree(expected));
  }

  private HostConfig host(SandboxSpec spec) {
    return request(spec, false).getHostConfig();
  }

  private static SandboxSpec spec() {
    return Specs.withLimits(Specs.example(), new Limits(64 * MIB, 1.5, 77, MIB));
  }

  /** The request as the engine receives it; nothing else of the image or the host gets in. */
  private static final String REQUEST =
      """
      {"Hostname": "test", "User": "200000:200001", "Tty": false, "OpenStdin": false,
       "Env": ["HOME=/home", "LANG=C.UTF-8", "OTTERSD_URL=unix:///run/otters/d.sock",
         "OTTERS_AGENT_ROOT=/", "PATH=/opt/bins", "TMPDIR=/tmp", "JAVA_TOOL_OPTIONS"],
       "Cmd": [], "Healthcheck": {"Test": ["NONE"]}, "Entrypoint": ["/program"],
       "Image": "sha256:image", "Volumes": {}, "WorkingDir": "/", "ExposedPorts": {},
       "StopSignal": "SIGTERM", "Labels": {"label": "value"},
       "HostConfig": {
         "NanoCpus": 1500000000, "Memory": 67108864, "MemorySwap": 67108864, "PidsLimit": 77,
         "ShmSize": 1048576,
         "Ulimits": [{"Name": "core", "Soft": 0, "Hard": 0},
           {"Name": "nofile", "Soft": 16384, "Hard": 16384}],
         "CapDrop": ["ALL"], "SecurityOpt": ["no-new-privileges:true"], "Privileged": false,
         "ReadonlyRootfs": true, "Init": true, "IpcMode": "private", "CgroupnsMode": "private",
         "NetworkMode": "none", "PublishAllPorts": false,
         "RestartPolicy": {"MaximumRetryCount": 0, "Name": ""},
         "LogConfig": {"Type": "local", "Config": {"max-size": "10m", "max-file": "3"}},
         "Mounts": [
           {"Type": "bind", "Source": "/a", "Target": "/workspace", "ReadOnly": false,
             "BindOptions": {"Propagation": "rprivate"}},
           {"Type": "bind", "Source": "/b", "Target": "/etc/data", "ReadOnly": true,
             "BindOptions": {"Propagation": "rprivate"}},
           {"Type": "image", "Source": "sha256:tool", "Target": "/opt/bin-images/sh",
             "ReadOnly": true}]}}
      """;

  @Test
  void everyPartOfTheRequestIsHardened() throws IOException {
    assertThat(sent(request(spec(), false))).isEqualTo(JSON.readTree(REQUEST));
  }

  private static JsonNode sent(CreateContainerCmd request) throws IOException {
    var mapper = DockerClientConfig.getDefaultObjectMapper().copy();
    mapper.setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
    return JSON.readTree(mapper.writeValueAsString(request));
  }

  @Test
  void noSandboxHasMoreProcessorsThanTheMachine() {
    SandboxSpec greedy = Specs.withLimits(spec(), new Limits(64 * MIB, 64, 77, MIB));
    assertThat(host(greedy).getNanoCPUs()).isEqualTo(2_000_000_000);
  }

  @Test
  void hasNoNetworkByItself() {
    for (Network network : Network.values()) {
      assertThat(host(Specs.withNetwork(spec(), network)).getNetworkMode()).isEqualTo("none");
    }
  }

  @Test
  void usesTheHostsUserIdsWhereTheEngineRemapsThem() {
    assertThat(request(spec(), true).getHostConfig().getUsernsMode()).isEqualTo("host");
    assertThat(request(spec(), false).getHostConfig().getUsernsMode()).isNull();
  }
}
