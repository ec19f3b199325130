package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.agents.logs.AgentLog;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.LogLine;
import dev.otters.home.store.StoreException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that fills the disk of the home, on a small disk of its own. */
class FullDiskTest {
  private static final List<Integer> SIZES = List.of(1 << 20, 1 << 12, 1);

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

  @Test
  void theLogGoesOnWhenThereIsRoomAgainAndSaysWhatIsMissing() throws IOException {
    AgentView agent = kit().run();
    AgentLog log = kit().logs().of(UUID.fromString(agent.id()));
    Path full = kit().root(agent).resolve("workspace/full");
    fill(full);
    log.append(new LogLine(Instant.now(), "stdout", "x".repeat(10_000)));
    log.append(new LogLine(Instant.now(), "stdout", "y".repeat(10_000)));
    for (int size : SIZES) {
      Files.delete(Path.of(full + "-" + size));
    }
    log.append(new LogLine(Instant.now(), "stdout", "room again"));

    assertThat(log.tail(2, Optional.empty()))
        .extracting(LogLine::text)
        .containsExactly("lines lost here: 2 (No space left on device)", "room again");
  }

  private AgentKit kit() {
    return kit.orElseThrow();
  }

  private static void fill(Path file) throws IOException {
    for (int size : SIZES) {
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
