package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Container;
import dev.otters.executor.Execution;
import dev.otters.executor.ImagePin;
import dev.otters.executor.RunSpec;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.testkit.ExecOutput;
import dev.otters.executor.testkit.RunContract;
import dev.otters.executor.testkit.Specs;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("docker")
@Tag("engine20")
@Tag("podman")
class DockerRunTest extends RunContract {
  @AutoClose private EngineConnection engine;

  DockerRunTest() {
    super(DockerFixture.FIXTURE);
  }

  @BeforeEach
  void connect() {
    engine = EngineConnection.open(URI.create(executor.info().endpoint()));
  }

  @Override
  protected ImagePin tool(String name) throws IOException {
    return DockerFixture.IMAGES.tool(name);
  }

  @Override
  protected List<String> remains() {
    return engine
        .calls()
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(Map.of(Labels.HOME, home.toString()))
        .exec()
        .stream()
        .map(Container::getId)
        .toList();
  }

  @Test
  void isAsHardAsAnAgentsContainer() throws Exception {
    RunSpec spec =
        Specs.run(
            spec(WAIT), SandboxKey.ofToolRun(UUID.randomUUID()), Map.of(), Duration.ofHours(1));
    ExecOutput said = new ExecOutput();
    runUntilReady(WAIT);
    try (Execution _ = executor.runOnce(spec, Progress.NONE, said)) {
      said.awaitOut("ready");
      InspectContainerResponse run = inspect(spec.sandbox().key());
      InspectContainerResponse own = inspect(agent);
      assertThat(run.getConfig().getUser()).isEqualTo(own.getConfig().getUser());
      assertThat(run.getConfig().getTty()).isFalse();
      assertThat(run.getHostConfig())
          .usingRecursiveComparison()
          .ignoringFields("binds", "logConfig", "mounts")
          .isEqualTo(own.getHostConfig());
      assertThat(run.getHostConfig().getLogConfig().getType().getType()).isEqualTo("none");
      assertThat(run.getMounts())
          .extracting(mount -> mount.getDestination().getPath())
          .containsExactlyInAnyOrder(
              "/workspace",
              "/home",
              "/tmp",
              "/var/lib",
              "/opt/bins",
              "/etc/passwd",
              "/etc/group",
              "/etc/resolv.conf");
    }
  }

  private InspectContainerResponse inspect(SandboxKey key) {
    return engine.calls().inspectContainerCmd("otters-" + key.id()).exec();
  }
}
