package dev.otters.agents.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.docker.engine.EnginePlaces;
import dev.otters.executor.mounts.MountException;
import dev.otters.executor.mounts.MountSpec;
import dev.otters.home.ProcessUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineMountsTest {
  @TempDir Path folder;
  private Path engine;
  private EngineMounts mounts;

  @BeforeEach
  void anEngineThatNobodyUses() throws IOException {
    engine = Files.createDirectory(folder.resolve("engine"));
    Path userHome = Files.createDirectory(folder.resolve("user"));
    EnginePlaces places =
        new EnginePlaces(
            Map.of("DOCKER_HOST", "unix://" + engine.resolve("docker.sock")), userHome);
    mounts =
        new EngineMounts(
            places, Files.createDirectory(folder.resolve("home")), List.of(), userHome);
  }

  private void mount(Path source) {
    SandboxUser user = new SandboxUser(ProcessUser.current().uid(), ProcessUser.current().gid());
    var unused =
        mounts.check(
            List.of(new MountSpec(source.toString(), "/workspace/x", "", true)), user, true);
  }

  @Test
  void theSocketOfAnEngineIsNeverMountedAlsoWhenNoAgentUsesThatEngine() throws IOException {
    Path socket = Files.createFile(engine.resolve("docker.sock"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), socket);

    for (Path source : List.of(socket, engine, link)) {
      assertThatThrownBy(() -> mount(source))
          .isInstanceOfSatisfying(MountException.class, e -> assertThat(e.forbidden()).isTrue());
    }
  }

  @Test
  void aFolderWhereAnEngineCouldListenAndNoneDoesIsAFolder() {
    mount(engine);
    assertThat(engine).isDirectory();
  }
}
