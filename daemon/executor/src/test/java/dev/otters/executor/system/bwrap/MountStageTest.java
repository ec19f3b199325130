package dev.otters.executor.system.bwrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.mounts.MountPlan;
import dev.otters.executor.testkit.OpenFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountStageTest {
  @TempDir Path temp;
  private Path source;
  private Bind planned;

  @BeforeEach
  void planABind() throws IOException {
    source = Files.createDirectory(temp.toRealPath().resolve("source"));
    planned = MountPlan.readOnly(source, "/data");
  }

  private void assertRefused(Reason reason) {
    assertThatThrownBy(() -> MountStage.check(List.of(planned)))
        .isInstanceOfSatisfying(
            ExecutorException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @AfterEach
  void noFileStaysOpen() throws IOException {
    assertThat(OpenFiles.below(temp.toRealPath())).isEmpty();
  }

  @Test
  void acceptsTheFolderThatWasPlanned() throws IOException {
    Files.createFile(source.resolve("new"));
    MountStage.check(List.of(planned));
    assertThat(source.resolve("new")).exists();
  }

  @Test
  void refusesAFolderThatTookThePlaceOfThePlannedOne() throws IOException {
    Files.move(source, source.resolveSibling("moved"));
    Files.createDirectory(source);
    assertRefused(Reason.TAMPERED);
  }

  @Test
  void refusesALinkInThePlaceOfThePlannedFolder() throws IOException {
    Files.move(source, source.resolveSibling("moved"));
    Files.createSymbolicLink(source, source.resolveSibling("moved"));
    assertRefused(Reason.MOUNT);
  }

  @Test
  void refusesAFolderThatIsGone() throws IOException {
    Files.delete(source);
    assertRefused(Reason.MOUNT);
  }
}
