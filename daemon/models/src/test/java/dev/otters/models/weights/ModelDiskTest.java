package dev.otters.models.weights;

import static dev.otters.models.weights.ModelKit.web;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Weights on a disk of one megabyte. */
@Timeout(60)
class ModelDiskTest {
  @TempDir Path home;
  private Path disk;
  private boolean mounted;

  @BeforeEach
  void mount() throws IOException, InterruptedException {
    disk = Files.createDirectory(home.resolve("disk"));
    mounted = succeeds("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString());
    assumeTrue(mounted, "only root can mount");
  }

  @AfterEach
  void unmount() throws IOException, InterruptedException {
    if (mounted) {
      assertThat(succeeds("umount", "-l", disk.toString())).isTrue();
    }
  }

  @Test
  void aDiskWithoutRoomIsSaidWithWhatIsNeededAndFree() throws Exception {
    ModelKit kit = new ModelKit(home, disk);
    Files.write(disk.resolve("other"), new byte[900_000]);
    try (FaultyServer server = new FaultyServer(FaultyServer.good(kit.content));
        Models models = kit.open(web(server.address()))) {
      assertThatThrownBy(() -> models.pull("tiny", Optional.empty(), Progress.NONE))
          .isInstanceOfSatisfying(
              ApiException.class,
              e -> {
                assertThat(e.problem().code()).isEqualTo(ErrorCode.DISK_FULL);
                assertThat(e)
                    .hasMessageMatching(".*needs 300000 bytes more, but only \\d+ bytes are free");
              });
      assertThat(server.heads).isEmpty();
    }
  }

  @Test
  void aDiskThatBecomesFullKeepsWhatCameAndTheNextPullGoesOn() throws Exception {
    ModelKit kit = new ModelKit(home, disk);
    Path other = disk.resolve("other");
    try (FaultyServer server = new FaultyServer(FaultyServer.good(kit.content));
        Models models = kit.open(web(server.address()))) {
      server.handler(
          (head, out) -> {
            FaultyServer.head(out, 200, kit.content.length, "ETag: \"v1\"");
            out.write(kit.content, 0, 50_000);
            out.flush();
            while (!Files.exists(kit.folder.partial(kit.digest))
                || Files.size(kit.folder.partial(kit.digest)) < 50_000) {
              Thread.onSpinWait();
            }
            fill(other);
            out.write(kit.content, 50_000, kit.content.length - 50_000);
          });
      assertThatThrownBy(() -> models.pull("tiny", Optional.empty(), Progress.NONE))
          .isInstanceOfSatisfying(
              ApiException.class,
              e -> {
                assertThat(e.problem().code()).isEqualTo(ErrorCode.DISK_FULL);
                assertThat(e.problem().remedy()).contains("resumes", "otters model rm tiny");
              });
      assertThat(kit.partial().length).isBetween(50_000, kit.content.length - 1);

      Files.delete(other);
      server.handler(FaultyServer.good(kit.content));
      assertThat(models.pull("tiny", Optional.empty(), Progress.NONE).installed()).isTrue();
      assertThat(server.heads.getLast()).contains("Range: bytes=");
    }
  }

  private static void fill(Path file) throws IOException {
    try (var out = Files.newOutputStream(file)) {
      while (true) {
        out.write(new byte[4096]);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("space");
    }
  }

  private static boolean succeeds(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
  }
}
