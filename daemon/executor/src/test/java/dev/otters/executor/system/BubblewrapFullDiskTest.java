package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Executor;
import dev.otters.executor.Sandbox;
import dev.otters.executor.Subscription;
import dev.otters.executor.testkit.OrdinaryUser;
import dev.otters.executor.testkit.Recorder;
import dev.otters.executor.testkit.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Runs sandboxes of a home with little room. */
class BubblewrapFullDiskTest extends BubblewrapTest {
  @Override
  protected Executor open() throws IOException {
    Assumptions.assumeTrue(OrdinaryUser.isRoot(), "only root can mount");
    Path folder = Files.createDirectory(temp.resolve("home-" + home));
    SmallDisk.mount(folder, "0700");
    return super.open();
  }

  @AfterEach
  void unmount() throws IOException {
    executor.remove(agent);
    SmallDisk.unmount(temp.resolve("home-" + home));
  }

  @Test
  void aSandboxNeitherHangsNorEndsOnItsFullLog() throws IOException {
    Path filler = temp.resolve("home-" + home).resolve("filler");
    Recorder recorder = new Recorder();
    try (Subscription _ = executor.onExit(recorder)) {
      runUntilReady(
          """
          echo ready
          until [ -e /workspace/go ]; do /bin/busybox sleep 0.05; done
          /bin/busybox yes 0123456789 | /bin/busybox head -n 1000000
          exit 4
          """);
      SmallDisk.fill(filler);
      Files.createFile(folders.workspace().resolve("go"));
      assertThat(recorder.awaitExit(agent).exit().code()).isEqualTo(4);
    }
    assertThat(executor.status(agent).orElseThrow().state()).isEqualTo(Sandbox.State.EXITED);
    assertThat(texts()).startsWith("ready");
    Files.delete(filler);
    assertThat(output("echo again")).containsExactly("again");
  }

  @Test
  void aSandboxIsStoppedAndRemovedWithoutAFreeByte() throws IOException {
    Path filler = temp.resolve("home-" + home).resolve("filler");
    runUntilReady("echo ready; exec /bin/busybox sleep 1000");
    SmallDisk.fill(filler);

    executor.stop(agent, Duration.ZERO);
    assertThat(executor.status(agent).orElseThrow().state()).isEqualTo(Sandbox.State.EXITED);
    executor.remove(agent);
    assertThat(executor.status(agent)).isEmpty();
    Files.delete(filler);
  }
}
