package dev.otters.executor.docker;

import dev.otters.executor.testkit.ExecContract;
import org.junit.jupiter.api.Tag;

@Tag("docker")
@Tag("engine20")
class DockerExecTest extends ExecContract {
  DockerExecTest() {
    super(DockerFixture.FIXTURE);
  }
}
