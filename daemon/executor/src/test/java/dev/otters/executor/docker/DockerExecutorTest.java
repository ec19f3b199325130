package dev.otters.executor.docker;

import dev.otters.executor.testkit.ExecutorContract;
import org.junit.jupiter.api.Tag;

@Tag("docker")
@Tag("engine20")
@Tag("podman")
class DockerExecutorTest extends ExecutorContract {
  DockerExecutorTest() {
    super(DockerFixture.FIXTURE);
  }
}
