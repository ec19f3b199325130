package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Executor;
import dev.otters.executor.Sandbox;
import dev.otters.executor.Subscription;
import dev.otters.executor.testkit.OrdinaryUser;
import dev.otters.executor.testkit.Recorder;
import dev.otters.executor.testkit.SmallDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Runs containers of an agent whose home has no free byte. */
class DockerFullDiskTest extends DockerTest {
  @Override
  protected Executor open() throws IOException {
    Assumptions.assumeTrue(OrdinaryUser.isRoot(), "only root can mount");
    SmallDisk.mount(workspace(), "0777");
    return super.open();
  }

  @AfterEach
  void unmount() throws IOException {
    executor.remove(agent);
    SmallDisk.unmount(workspace());
  }

  private Path workspace() {
    return folders.workspace();
  }

  @Test
  void aSandboxThatFillsItsDiskRunsOnAndEndsAsItWants() throws IOException {
    Recorder recorder = new Recorder();
    try (Subscription _ = executor.onExit(recorder)) {
      run(
          """
          /bin/busybox dd if=/dev/zero of=/workspace/full 2>/dev/null || echo full
          (echo more >>/workspace/full) 2>/dev/null || echo no room
          exit 4
          """);
      assertThat(recorder.awaitExit(agent).exit().code()).isEqualTo(4);
    }
    assertThat(texts()).containsExactly("full", "no room");
  }

  @Test
  void aSandboxIsStoppedRemovedAndStartedAgainWithoutAFreeByte() throws IOException {
    runUntilReady("echo ready; exec /bin/busybox sleep 1000");
    SmallDisk.fill(workspace().resolve("full"));

    executor.stop(agent, Duration.ZERO);
    assertThat(executor.status(agent).orElseThrow().state()).isEqualTo(Sandbox.State.EXITED);
    executor.remove(agent);
    assertThat(executor.status(agent)).isEmpty();
    assertThat(output("echo again")).containsExactly("again");
  }
}
