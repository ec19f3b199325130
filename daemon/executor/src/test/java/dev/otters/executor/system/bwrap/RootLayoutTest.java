package dev.otters.executor.system.bwrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.mounts.Bind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootLayoutTest {
  @TempDir Path temp;
  private Path image;

  @BeforeEach
  void fillImage() throws IOException {
    image = temp.toRealPath();
    Files.createDirectories(image.resolve("etc/ssl"));
    Files.createFile(image.resolve("etc/passwd"));
    Files.createDirectories(image.resolve("workspace/planted"));
    Files.createDirectories(image.resolve("usr/bin"));
    Files.createSymbolicLink(image.resolve("bin"), Path.of("usr/bin"));
    Files.createFile(image.resolve("init"));
  }

  @Test
  void theImageIsBoundReadOnlyAroundTheMounts() {
    RootLayout layout =
        RootLayout.of(image, Set.of("/etc/passwd", "/etc/data/bins", "/workspace", "/proc"));

    assertThat(layout.folders()).containsExactly("/etc");
    assertThat(layout.links()).isEqualTo(Map.of("/bin", "usr/bin"));
    assertThat(layout.binds())
        .extracting(Bind::target)
        .containsExactly("/etc/ssl", "/init", "/usr");
    assertThat(layout.binds())
        .allMatch(Bind::readOnly)
        .allMatch(bind -> bind.source().equals(image.resolve(bind.target().substring(1))))
        .noneMatch(Bind::operators);
  }

  @Test
  void aLinkOrFileWhereAMountNeedsAFolderIsRefused() {
    for (String target : new String[] {"/bin/x", "/init/x"}) {
      assertThatThrownBy(() -> RootLayout.of(image, Set.of(target)))
          .isInstanceOfSatisfying(
              ExecutorException.class, e -> assertThat(e.reason()).isEqualTo(Reason.IMAGE))
          .hasMessageContaining(
              "has a link or file at " + target.substring(0, target.length() - 2));
    }
  }
}
