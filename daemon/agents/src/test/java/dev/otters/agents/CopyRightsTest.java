package dev.otters.agents;

import static dev.otters.agents.CopyKit.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.agents.CopyKit.Copied;
import dev.otters.api.ErrorCode;
import dev.otters.executor.testkit.OrdinaryUser;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;

class CopyRightsTest extends CopyTest {
  @Test
  void theKernelDecidesWhatTheAgentsUserMayRead() throws Exception {
    assumeTrue(OrdinaryUser.isRoot(), "only root's daemon has more rights than the agent");
    CopyKit.shell(
        workspace, "echo secret >closed; mkdir locked; echo x >locked/x; echo mine >mine");
    copy.give();
    CopyKit.shell(workspace, "chmod 000 closed locked; echo root >roots; chmod 600 roots");
    Copied copied = copy.read("/workspace");
    assertThat(copied.entries()).containsOnlyKeys("workspace/", "workspace/mine");
    assertThat(copied.report().complete()).isFalse();
    assertThat(copied.report().notes())
        .contains(
            "/workspace/closed: permission denied",
            "/workspace/locked: permission denied",
            "/workspace/roots: permission denied");
    assertRefused(ErrorCode.FORBIDDEN, "permission denied", () -> copy.read("/workspace/locked/x"));
    assertRefused(ErrorCode.FORBIDDEN, "permission denied", () -> copy.read("/workspace/roots"));
  }

  @Test
  void theKernelDecidesWhatTheAgentsUserMayWrite() throws Exception {
    assumeTrue(OrdinaryUser.isRoot(), "only root's daemon has more rights than the agent");
    CopyKit.shell(workspace, "echo old >closed");
    copy.give();
    CopyKit.shell(
        workspace, "chmod 000 closed; echo old >roots; mkdir -m 755 theirs; echo old >theirs/x");
    for (String name : List.of("closed", "roots", "theirs/x", "theirs/new", "theirs/d/new")) {
      assertRefused(
          ErrorCode.FORBIDDEN,
          "permission denied",
          () -> copy.write("/workspace", CopyKit.tar(CopyKit.file(name, "new"))));
    }
    assertThat(workspace.resolve("closed")).hasContent("old");
    assertThat(workspace.resolve("roots")).hasContent("old");
    assertThat(CopyKit.names(workspace.resolve("theirs"))).containsExactly("x");
  }

  @Test
  void inAMountOfRootTheFilesOfOthersStayClosed() throws Exception {
    assumeTrue(OrdinaryUser.isRoot(), "only root's daemon maps owners");
    CopyKit.shell(
        copy.shared,
        "chmod 755 .; echo root >root; chmod 600 root; echo x >other; chown 64999 other; chmod 600"
            + " other");
    Copied copied = copy.read("/workspace/shared");
    assertThat(copied.entries()).containsOnlyKeys("shared/", "shared/root");
    assertThat(copied.report().notes())
        .containsExactly("/workspace/shared/other: permission denied");
    copy.write("/workspace/shared", CopyKit.tar(CopyKit.file("new", "new")));
    assertThat(Files.getAttribute(copy.shared.resolve("new"), "unix:uid")).isEqualTo(0);
    assertRefused(
        ErrorCode.FORBIDDEN,
        "permission denied",
        () -> copy.write("/workspace/shared", CopyKit.tar(CopyKit.file("other", "new"))));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy.shared)))
        .isEqualTo("rwxr-xr-x");
  }
}
