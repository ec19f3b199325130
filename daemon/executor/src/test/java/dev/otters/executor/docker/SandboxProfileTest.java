package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig.LoggingType;
import com.github.dockerjava.api.model.Mount;
import com.github.dockerjava.api.model.Ulimit;
import dev.otters.executor.BinMount;
import dev.otters.executor.ImagePin;
import dev.otters.executor.Network;
import dev.otters.executor.docker.engine.EngineKind;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SandboxProfileTest extends DockerTest {
  private static final String STATUS =
      "/bin/busybox grep -E '^(Uid|Gid|Groups|CapEff|CapPrm|CapBnd|NoNewPrivs|Seccomp):'"
          + " /proc/self/status";

  @Test
  void setsOnlyItsOwnConstantsInTheEnvironment() throws IOException {
    List<String> environment =
        output("/bin/busybox tr '\\0' '\\n' </proc/1/environ; /bin/busybox env");
    assertThat(environment)
        .filteredOn(line -> !line.matches("(SHLVL|PWD|HOSTNAME|_)=.*"))
        .hasSameElementsAs(ENVIRONMENT);
  }

  @Test
  void showsTheWholeHardeningInInspect() throws IOException {
    executor.create(spec("exit"), Progress.NONE);
    var container = inspect();
    HostConfig host = container.getHostConfig();

    assertThat(host.getCapAdd()).isNullOrEmpty();
    assertThat(host.getPrivileged()).isFalse();
    assertThat(host.getReadonlyRootfs()).isTrue();
    assertThat(host.getInit()).isTrue();
    assertThat(host.getNetworkMode()).isEqualTo("none");
    // Engine 20 shows the request, newer ones its meaning.
    assertThat(host.getRestartPolicy().getName()).isIn("no", "");
    assertThat(host.getPidsLimit()).isEqualTo(64);
    assertThat(host.getMemory()).isEqualTo(128 * MIB);
    assertThat(host.getMemorySwap()).isEqualTo(128 * MIB);
    assertThat(host.getNanoCPUs()).isEqualTo(1_000_000_000);
    assertThat(host.getShmSize()).isEqualTo(8 * MIB);
    assertThat(container.getMounts()).noneMatch(m -> m.getName() != null);
    if (onPodman()) {
      assertThatPodmanShowsTheRest(host);
    } else {
      assertThatDockerShowsTheRest(host);
    }
  }

  private boolean onPodman() {
    return engine.kind() == EngineKind.PODMAN;
  }

  private static void assertThatDockerShowsTheRest(HostConfig host) {
    assertThat(host.getCapDrop()).containsExactly(Capability.ALL);
    assertThat(host.getSecurityOpts()).containsExactly("no-new-privileges:true");
    assertThat(host.getIpcMode()).isEqualTo("private");
    assertThat(host.getPidMode()).isEmpty();
    assertThat(host.getBinds()).isNullOrEmpty();
    assertThat(host.getUlimits())
        .contains(new Ulimit("core", 0L, 0L), new Ulimit("nofile", 16_384L, 16_384L));
    assertThat(host.getLogConfig().getType()).isEqualTo(LoggingType.LOCAL);
    assertThat(host.getLogConfig().getConfig())
        .containsEntry("max-size", "10m")
        .containsEntry("max-file", "3");
  }

  /** Podman shows what a request means, in its own words. */
  private static void assertThatPodmanShowsTheRest(HostConfig host) {
    assertThat(host.getCapDrop()).contains(Capability.SETUID, Capability.DAC_OVERRIDE);
    assertThat(host.getSecurityOpts()).containsExactly("no-new-privileges");
    assertThat(host.getPidMode()).isEqualTo("private");
    assertThat(host.getUlimits())
        .contains(new Ulimit("RLIMIT_CORE", 0L, 0L), new Ulimit("RLIMIT_NOFILE", 16_384L, 16_384L))
        .extracting(Ulimit::getName)
        .containsOnlyOnce("RLIMIT_NPROC");
    assertThat(host.getLogConfig().getType().getType()).isEqualTo("json-file");
  }

  @Test
  void takesNothingOfTheImagesOwnConfiguration() throws IOException {
    executor.create(spec("exit"), Progress.NONE);
    var config = inspect().getConfig();

    assertThat(config.getEnv())
        .filteredOn(variable -> variable.contains("=") && !variable.startsWith("HOSTNAME="))
        .containsExactlyInAnyOrderElementsOf(ENVIRONMENT);
    assertThat(config.getUser()).isEqualTo(folders.user().toString()).isNotEqualTo("0:0");
    assertThat(config.getWorkingDir()).isEqualTo("/");
    assertThat(config.getEntrypoint()).containsExactly("/bin/sh", "-c", "exit");
    assertThat(config.getCmd()).isNullOrEmpty();
    assertThat(config.getHealthcheck().getTest()).containsExactly("NONE");
    assertThat(config.getLabels())
        .containsEntry("io.openotters.agent", agent.owner().toString())
        .containsEntry("io.openotters.home", home.toString())
        .containsEntry("io.openotters.name", "tester")
        .containsEntry("team", "blue");
  }

  @Test
  void hasNoPrivilegeInside() throws IOException {
    assertThat(output(STATUS))
        .map(line -> line.replaceAll("\\s+", " ").strip())
        .contains(
            "CapEff: 0000000000000000",
            "CapPrm: 0000000000000000",
            "CapBnd: 0000000000000000",
            "NoNewPrivs: 1",
            "Seccomp: 2",
            "Groups: " + folders.user().gid())
        .anyMatch(line -> line.startsWith("Uid: " + folders.user().uid() + " "));
  }

  @Test
  void writesOnlyWhereItMay() throws IOException {
    assertWritesOnlyWhereItMay("/usr", "/proc/sys");
  }

  @Test
  void hasNoNetworkUnlessAsked() throws IOException {
    String script = "/bin/busybox ls /sys/class/net; /bin/busybox cat /etc/resolv.conf";
    assertThat(output(script)).containsExactly("lo", "# This sandbox has no name server.");
    network = Network.BRIDGE;
    assertThat(output(script))
        .contains("lo", "eth0")
        .doesNotContain("# This sandbox has no name server.");
    executor.remove(agent);
    assertThat(executor.prune(false)).hasSize(1);
  }

  @Test
  void mountsToolsReadOnlyUnderTheirNames() throws IOException {
    var tool = DockerFixture.IMAGES.tool("wc");
    var index = DockerFixture.IMAGES.index(tool);
    bins = List.of(new BinMount("wc", tool, "/"), new BinMount("again", index, "/"));

    List<String> output =
        output(
            """
            echo a b c | /opt/bin-images/wc/wc -w
            echo a b | /opt/bin-images/again/wc -w
            (: >/opt/bin-images/wc/x) 2>/dev/null || echo refused
            """);

    assertThat(output).containsExactly("3", "2", "refused");
    String folder = temp.resolve("unpacked/" + tool.digest().hex() + "/root").toString();
    if (onPodman()) {
      assertThat(inspect().getMounts())
          .filteredOn(mount -> mount.getDestination().getPath().startsWith("/opt/bin-images/"))
          .hasSize(2)
          .allMatch(mount -> folder.equals(mount.getSource()) && !mount.getRW());
      return;
    }
    List<Mount> mounts =
        inspect().getHostConfig().getMounts().stream()
            .filter(mount -> String.valueOf(mount.getTarget()).startsWith("/opt/bin-images/"))
            .toList();
    assertThat(mounts).hasSize(2).allMatch(mount -> Boolean.TRUE.equals(mount.getReadOnly()));
    assertThat(mounts)
        .extracting(Mount::getSource)
        .containsExactlyInAnyOrderElementsOf(
            engine.hasImageMounts() ? idAndBeginning(tool) : List.of(folder, folder));
  }

  /** Another client can move the name after the lookup; an id cannot move. */
  private List<String> idAndBeginning(ImagePin tool) {
    String tag = EngineImages.tag(EngineImages.Kind.BIN, tool.digest());
    String id = engine.calls().inspectImageCmd(tag).exec().getId();
    return List.of(id, id.substring(0, id.length() - 1));
  }

  @Test
  void hasNoMoreProcessorsThanTheMachine() throws IOException {
    limits = new dev.otters.executor.Limits(128 * MIB, 4096, 64, 8 * MIB);
    executor.create(spec("exit"), Progress.NONE);
    int cpus = Runtime.getRuntime().availableProcessors();
    assertThat(inspect().getHostConfig().getNanoCPUs()).isEqualTo(cpus * 1_000_000_000L);
  }

  @Test
  void refusesToRunAsRoot() throws IOException {
    assertRefusesToRunAsRoot();
  }

  @Test
  void namesWhatItKnowsOfTheEngine() {
    var info = executor.info();
    assertThat(info.kind()).isEqualTo("docker");
    assertThat(info.apiVersion()).isEqualTo(engine.hasImageMounts() ? "1.48" : "1.41");
    assertThat(info.limitations().stream().anyMatch(l -> l.name().equals("image-mounts")))
        .isEqualTo(!engine.hasImageMounts());
    assertThat(info.endpoint()).startsWith("unix://");
    assertThat(info.chosenBecause()).isNotBlank();
    assertThat(info.limitations().stream().anyMatch(l -> l.name().equals("seccomp")))
        .isEqualTo(onPodman());
  }
}
