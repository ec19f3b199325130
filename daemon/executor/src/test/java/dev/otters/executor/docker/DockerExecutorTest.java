package dev.otters.executor.docker;

import dev.otters.executor.Limitations;
import dev.otters.executor.testkit.ExecutorContract;
import org.junit.jupiter.api.Tag;

@Tag("docker")
@Tag("engine20")
@Tag("podman")
@Tag("rootless")
class DockerExecutorTest extends ExecutorContract {
  DockerExecutorTest() {
    super(DockerFixture.FIXTURE);
  }

  /** A rootless Podman cannot on a machine with cgroups of version 1. */
  @Override
  protected boolean boundsResources() {
    return executor.info().limitations().stream()
        .noneMatch(limitation -> limitation.name().equals(Limitations.MEMORY));
  }
}
