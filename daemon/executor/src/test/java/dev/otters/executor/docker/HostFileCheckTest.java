package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Container;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostFileCheckTest extends DockerTest {
  private List<Container> containersOfChecks() {
    return engine
        .calls()
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(new Labels(home).ofCheck())
        .exec();
  }

  @Test
  void refusesAnEngineThatSeesOtherFiles() throws IOException {
    // The engine resolves this path in its own working folder.
    Path build = Files.createDirectories(Path.of("build").toAbsolutePath());
    Path seenElsewhere = Path.of("/proc/self/cwd").resolve(build.getFileName());
    try (DockerExecutor blind = DockerFixture.open(home, seenElsewhere)) {
      var refused = refusal(() -> blind.create(spec("exit"), Progress.NONE));
      assertThat(refused.reason()).isEqualTo(Reason.UNSUPPORTED);
      assertThat(refused).hasMessageContaining("does not see the files of this machine");
    }
    assertThat(executor.list()).isEmpty();
    assertThat(build).isDirectoryNotContaining("glob:**/.engine-check*");
  }

  @Test
  void leavesNothingBehindWhereTheEngineSeesOurs() throws IOException {
    executor.create(spec("exit"), Progress.NONE);
    assertThat(temp).isDirectoryNotContaining("glob:**/.engine-check*");
    assertThat(containersOfChecks()).isEmpty();
  }

  @Test
  void whatADaemonThatDiedLeftOfACheckIsGoneWhenTheNextOneOpens() throws IOException {
    Path file = Files.createFile(temp.resolve(".engine-check-left"));
    executor.create(spec("exit"), Progress.NONE);
    String image =
        engine.calls().inspectContainerCmd(executor.list().getFirst().id()).exec().getImageId();
    engine
        .calls()
        .createContainerCmd(image)
        .withLabels(new Labels(home).ofCheck())
        .withEntrypoint("/check")
        .exec();

    DockerFixture.open(home, temp).close();

    assertThat(file).doesNotExist();
    assertThat(containersOfChecks()).isEmpty();
    assertThat(executor.list()).hasSize(1);
  }
}
