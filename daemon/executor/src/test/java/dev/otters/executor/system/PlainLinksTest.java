package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.BinMount;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ImagePin;
import dev.otters.executor.OperatorMount;
import dev.otters.oci.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainLinksTest {
  @TempDir private Path root;
  @TempDir private Path outside;
  private PlainLinks links;

  @BeforeEach
  void makeFolders() throws IOException {
    Files.createDirectory(root.resolve("workspace"));
    links = new PlainLinks(root);
  }

  private void mount(String target) {
    links.mount(new OperatorMount(outside, target, false));
  }

  private void assertRefused(Reason reason, String target) {
    assertThatThrownBy(() -> mount(target))
        .isInstanceOfSatisfying(
            ExecutorException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void aMountIsALinkThatReplacesAnEarlierOne() throws IOException {
    Files.createDirectories(root.resolve("workspace/a"));
    Files.createSymbolicLink(root.resolve("workspace/a/b"), Path.of("/etc"));
    mount("/workspace/a/b");
    assertThat(Files.readSymbolicLink(root.resolve("workspace/a/b"))).isEqualTo(outside);
  }

  @Test
  void noLinkOnTheWayIsFollowed() throws IOException {
    Files.createSymbolicLink(root.resolve("workspace/a"), outside);
    assertRefused(Reason.MOUNT, "/workspace/a/b");
    assertRefused(Reason.MOUNT, "/workspace/a/b/c");
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void noFileOfTheAgentIsReplaced() throws IOException {
    Files.writeString(root.resolve("workspace/file"), "kept");
    assertRefused(Reason.MOUNT, "/workspace/file");
    assertThat(root.resolve("workspace/file")).hasContent("kept");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/data", "/etc/x", "/workspaces/x", "/opt/bins/x", "/var/x"})
  void nothingIsMountedOutsideOfTheAgentsFolders(String target) {
    assertRefused(Reason.UNSUPPORTED, target);
  }

  @Test
  void toolsAreFilledInAnew() throws IOException {
    Files.createDirectories(root.resolve("usr/bin"));
    Files.createFile(root.resolve("usr/bin/planted"));
    Files.createDirectories(root.resolve("opt/bins"));
    BinMount tool = new BinMount("wc", new ImagePin("wc", Digest.of(new byte[0])), "/bin");
    Files.createSymbolicLink(root.resolve("opt/bins/wc"), Path.of(tool.target(), "bin/wc"));

    links.tools(Map.of(tool, outside));

    assertThat(root.resolve("usr/bin/planted")).doesNotExist();
    assertThat(Files.readSymbolicLink(root.resolve("usr/bin/wc")))
        .isEqualTo(outside.resolve("bin/wc"));
  }
}
