package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Sandbox;
import dev.otters.executor.testkit.ExecContract;
import dev.otters.executor.testkit.OrdinaryUser;
import dev.otters.executor.usage.SandboxProcess;
import dev.otters.executor.usage.UsageReader;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("docker")
@Tag("engine20")
@Tag("podman")
class DockerExecTest extends ExecContract {
  DockerExecTest() {
    super(DockerFixture.FIXTURE);
  }

  /** The kernel closes the processes of another user. */
  @Test
  void anOrdinaryUserSeesTheProcessesOfAContainer() throws Exception {
    Sandbox sandbox = runUntilReady(SANDBOX);
    OrdinaryUser.run(
        () ->
            assertThat(
                    new UsageReader(Path.of("/"))
                        .read(sandbox.pid().orElseThrow(), sandbox.id())
                        .processes())
                .extracting(SandboxProcess::command)
                .anySatisfy(command -> assertThat(command).contains("trap 'exit 0' TERM")));
  }
}
