package dev.otters.executor.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.Limitation;
import dev.otters.executor.Limitations;
import dev.otters.executor.Limits;
import dev.otters.executor.testkit.AnsweringEngine;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineFactsTest {
  private static final String ALL_LIMITS =
      "\"MemoryLimit\":true,\"SwapLimit\":true,\"CpuCfsQuota\":true,\"PidsLimit\":true";

  @TempDir Path temp;

  private EngineFacts facts(String info) throws IOException {
    Path socket = temp.resolve("engine.sock");
    Files.deleteIfExists(socket);
    URI address = URI.create("unix://" + socket);
    try (ServerSocketChannel _ = AnsweringEngine.serve(socket, info);
        DockerClient client = EngineConnection.unversioned(address, Duration.ofSeconds(10))) {
      return EngineFacts.read(client);
    }
  }

  @Test
  void namesNothingThatAnOrdinaryEngineEnforces() throws IOException {
    EngineFacts facts = facts("{\"SecurityOptions\":[\"name=seccomp\"]," + ALL_LIMITS + "}");
    facts.refuse(new Limits(1 << 28, 1, 64, 1 << 20));
    assertThat(facts.limitations()).isEmpty();
    assertThat(facts.remapsUsers()).isFalse();
  }

  @Test
  void namesTheMissingRulesBetweenAgentsIfTheEngineTells() throws IOException {
    String engine = "{\"SecurityOptions\":[\"name=seccomp\"]," + ALL_LIMITS + ",\"ApiVersion\":";
    assertThat(facts(engine + "\"1.49\"}").limitations())
        .extracting(Limitation::name)
        .containsExactly(Limitations.BRIDGE_CONNECTS);
    assertThat(facts(engine + "\"1.48\"}").limitations()).isEmpty();
    assertThat(
            facts(engine + "\"1.49\",\"FirewallBackend\":{\"Driver\":\"iptables\"}}").limitations())
        .isEmpty();
  }

  @Test
  void namesTheRemappingOfUserIdsThatSandboxesDoWithout() throws IOException {
    EngineFacts facts =
        facts("{\"SecurityOptions\":[\"name=seccomp\",\"name=userns\"]," + ALL_LIMITS + "}");
    assertThat(facts.limitations())
        .extracting(Limitation::name)
        .containsExactly(Limitations.USER_REMAP);
    assertThat(facts.remapsUsers()).isTrue();
  }

  @Test
  void recognizesPodmanAndNamesItsWiderFilter() throws IOException {
    EngineFacts facts =
        facts(
            "{\"Version\":\"4.3.1\",\"Components\":[{\"Name\":\"Podman Engine\"}],"
                + "\"SecurityOptions\":[\"name=seccomp\"],"
                + ALL_LIMITS
                + "}");
    assertThat(facts.kind()).isEqualTo(EngineKind.PODMAN);
    assertThat(facts.version()).isEqualTo("4.3.1 (Podman)");
    assertThat(facts.warnings()).isEmpty();
    assertThat(facts.limitations())
        .extracting(Limitation::name)
        .containsExactly(Limitations.SECCOMP, Limitations.BRIDGE_CONNECTS);
  }

  @Test
  void doesNotBelieveThatARootlessPodmanLimitsAnythingWithCgroupsOfVersion1() throws IOException {
    EngineFacts facts =
        facts(
            "{\"Rootless\":true,\"CgroupVersion\":\"1\",\"SecurityOptions\":[\"name=seccomp\"],"
                + ALL_LIMITS
                + "}");
    assertThat(facts.rootless()).isTrue();
    assertThat(facts.limitations())
        .extracting(Limitation::name)
        .containsExactly(Limitations.MEMORY, Limitations.SWAP, Limitations.CPUS, Limitations.PIDS);
    assertThat(facts.limitations())
        .allSatisfy(limitation -> assertThat(limitation.detail()).contains("rootless"));
  }

  @Test
  void refusesOnlyAChosenLimitThatTheEngineCannotHold() throws IOException {
    EngineFacts without = facts("{}");
    Limits asked = new Limits(1 << 28, Limits.DEFAULT.cpus(), Limits.DEFAULT.pids(), 1 << 20);
    without.refuse(Limits.DEFAULT);
    assertThatThrownBy(() -> without.refuse(asked))
        .isInstanceOf(ExecutorException.class)
        .hasMessageContaining("--memory")
        .hasMessageContaining("cannot limit memory");
  }

  @Test
  void namesEveryLimitThatTheEngineCannotHold() throws IOException {
    assertThat(facts("{}").limitations())
        .extracting(Limitation::name)
        .containsExactly(
            Limitations.SECCOMP,
            Limitations.MEMORY,
            Limitations.SWAP,
            Limitations.CPUS,
            Limitations.PIDS);
  }
}
