package dev.otters.executor.root;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.testkit.HostileTree;
import dev.otters.executor.testkit.OpenFiles;
import dev.otters.executor.testkit.OrdinaryUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AgentRootOwnerTest {
  private static final SandboxUser USER = new SandboxUser(200_001, 200_002);
  private Path parent;
  private Path tree;

  @BeforeEach
  void makeTree() throws IOException {
    parent = Files.createTempDirectory("owner").toRealPath();
    tree = Files.createDirectory(parent.resolve("tree"));
    assumeTrue(OrdinaryUser.isRoot(), "only root can change owners");
  }

  @AfterEach
  void removeParent() throws IOException {
    assertThat(OpenFiles.below(parent)).isEmpty();
    TreeRemover.remove(parent);
  }

  @Test
  void givesFoldersAndFilesButNotWhatLinksLeadTo() throws IOException {
    Path outside = Files.writeString(parent.resolve("outside"), "text");
    Path file = Files.writeString(Files.createDirectories(tree.resolve("a/b")).resolve("f"), "");
    Path sibling = Files.createDirectories(tree.resolve("z/y"));
    Path link = Files.createSymbolicLink(tree.resolve("a/link"), outside);

    AgentRootOwner.give(tree, USER);

    for (Path given :
        new Path[] {tree, tree.resolve("a"), tree.resolve("a/b"), file, sibling, link}) {
      assertThat(owner(given)).as("%s", given).isEqualTo("200001:200002");
    }
    assertThat(owner(outside)).isEqualTo("0:0");
    assertThat(owner(parent)).isEqualTo("0:0");
  }

  @Test
  void givesFiveThousandLevels() throws IOException {
    HostileTree.deep(tree, 5_000, "d");
    AgentRootOwner.give(tree, USER);
    assertThat(owner(tree.resolve("d/d/d/d"))).isEqualTo("200001:200002");
  }

  @Test
  void correctsTheGroupToo() throws IOException {
    Files.createFile(tree.resolve("f"));
    AgentRootOwner.give(tree, new SandboxUser(USER.uid(), 200_009));
    AgentRootOwner.give(tree, USER);
    assertThat(owner(tree)).isEqualTo("200001:200002");
    assertThat(owner(tree.resolve("f"))).isEqualTo("200001:200002");
  }

  @Test
  void doesNothingWhereTheCallerIsTheUser() throws Exception {
    OrdinaryUser.run(
        () -> AgentRootOwner.give(tree, new SandboxUser(OrdinaryUser.UID, OrdinaryUser.UID)));
    assertThat(owner(tree)).isEqualTo("0:0");
  }

  @Test
  void saysWhatAnOrdinaryUserCannotGive() throws Exception {
    OrdinaryUser.run(
        () ->
            assertThatThrownBy(() -> AgentRootOwner.give(tree, USER))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(tree.toString()));
  }

  private static String owner(Path path) throws IOException {
    return Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS)
        + ":"
        + Files.getAttribute(path, "unix:gid", LinkOption.NOFOLLOW_LINKS);
  }
}
