package dev.otters.server.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.api.AgentView;
import dev.otters.server.store.StoreException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that fills the disk of the home, on a small disk of its own. */
class FullDiskTest {
  @TempDir Path folder;
  private Path disk;
  private Optional<AgentKit> kit = Optional.empty();

  @BeforeEach
  void mount() throws IOException, InterruptedException {
    disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        succeeds("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", disk.toString()),
        "only root can mount");
    kit = Optional.of(new AgentKit(disk));
  }

  @AfterEach
  void unmount() throws IOException, InterruptedException {
    if (kit.isPresent()) {
      kit.get().close();
      assertThat(succeeds("umount", "-l", disk.toString())).isTrue();
    }
  }

  @Test
  void theAgentThatFillsTheDiskCanBeRemoved() throws IOException {
    AgentView agent = kit().run();
    fill(kit().root(agent).resolve("workspace/full"));

    kit().keeper().remove("guide", true, false);
    assertThat(kit().leftovers()).isEmpty();
    assertThat(kit().run().name()).isEqualTo("guide");
  }

  @Test
  void aWorkspaceThatIsToBeKeptIsNoRoom() throws IOException {
    AgentView agent = kit().run();
    Path full = kit().root(agent).resolve("workspace/full");
    fill(full);

    assertThatThrownBy(() -> kit().keeper().remove("guide", true, true))
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.full()).isTrue());
    assertThat(full).exists();
    Files.delete(full);
    kit().keeper().remove("guide", true, false);
  }

  private AgentKit kit() {
    return kit.orElseThrow();
  }

  private static void fill(Path file) throws IOException {
    for (int size : List.of(1 << 20, 1 << 12, 1)) {
      byte[] bytes = new byte[size];
      Arrays.fill(bytes, (byte) 'x');
      try (OutputStream out = Files.newOutputStream(Path.of(file + "-" + size))) {
        while (true) {
          out.write(bytes);
        }
      } catch (IOException full) {
        assertThat(full).hasMessageContaining("space");
      }
    }
    Files.createFile(file);
  }

  private static boolean succeeds(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
  }
}
