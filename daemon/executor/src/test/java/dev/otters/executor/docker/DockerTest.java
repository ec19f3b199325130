package dev.otters.executor.docker;

import com.github.dockerjava.api.command.InspectContainerResponse;
import dev.otters.executor.ImagePin;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.testkit.SandboxTest;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** Runs shell scripts as agents in real containers. */
@Tag("docker")
@Tag("engine20")
@Tag("podman")
abstract class DockerTest extends SandboxTest {
  DockerTest() {
    super(DockerFixture.FIXTURE);
  }

  @AutoClose EngineConnection engine;
  ImagePin runtime;

  @BeforeEach
  void connect() throws IOException {
    labels = Map.of("io.openotters.home", "spoofed", "team", "blue");
    runtime = DockerFixture.runtime();
    engine = EngineConnection.open(URI.create(executor.info().endpoint()));
  }

  @Override
  protected ImagePin runtime() {
    return runtime;
  }

  InspectContainerResponse inspect() {
    return engine.calls().inspectContainerCmd("otters-" + agent.id()).exec();
  }
}
