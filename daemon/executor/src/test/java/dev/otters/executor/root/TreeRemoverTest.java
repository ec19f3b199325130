package dev.otters.executor.root;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Open;
import dev.otters.executor.testkit.HostileTree;
import dev.otters.executor.testkit.OpenFiles;
import dev.otters.executor.testkit.OrdinaryUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TreeRemoverTest {
  private static final SandboxUser USER = new SandboxUser(OrdinaryUser.UID, OrdinaryUser.UID);
  private Path parent;
  private Path tree;

  @BeforeEach
  void makeTree() throws IOException {
    parent = Files.createTempDirectory("tree").toRealPath();
    tree = Files.createDirectory(parent.resolve("tree"));
  }

  @AfterEach
  void removeParent() throws IOException {
    assertThat(OpenFiles.below(parent)).isEmpty();
    TreeRemover.remove(parent);
  }

  @Test
  void removesFiveThousandLevels() throws IOException {
    HostileTree.deep(tree, 5_000, "d");
    HostileTree.deep(Files.createDirectory(tree.resolve("wide")), 40, "x".repeat(250));

    TreeRemover.remove(tree);

    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void removesFoldersThatNobodyMayEnter() throws IOException {
    HostileTree.closed(tree);
    TreeRemover.remove(tree);
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void removesNamesThatAreNoText() throws IOException, InterruptedException {
    HostileTree.misnamed(tree);
    TreeRemover.remove(tree);
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void removesManyFilesAndFolders() throws IOException {
    for (int i = 0; i < 2_000; i++) {
      Files.createFile(Files.createDirectory(tree.resolve("folder" + i)).resolve("file"));
      Files.createFile(tree.resolve("file" + i));
    }
    TreeRemover.remove(tree);
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void removesLinksAndNotWhatTheyLeadTo() throws IOException {
    Path outside = Files.createDirectory(parent.resolve("outside"));
    Path kept = Files.writeString(outside.resolve("kept"), "text");
    Files.createSymbolicLink(tree.resolve("folder"), outside);
    Files.createSymbolicLink(tree.resolve("file"), kept);
    Files.createSymbolicLink(tree.resolve("nowhere"), Path.of("absent"));

    TreeRemover.remove(tree);

    assertThat(tree).doesNotExist();
    assertThat(kept).hasContent("text");
  }

  @Test
  void removesALinkInPlaceOfTheFolder() throws IOException {
    Path outside = Files.createDirectory(parent.resolve("outside"));
    Path link = Files.createSymbolicLink(parent.resolve("link"), outside);

    TreeRemover.remove(link);

    assertThat(link).doesNotExist();
    assertThat(outside).isDirectory();
  }

  @Test
  void removesAsTheOrdinaryUserWhoOwnsIt() throws Exception {
    AgentRootOwner.give(parent, USER);
    Files.createDirectory(tree.resolve("mount-point-of-root"));
    OrdinaryUser.run(
        () -> {
          HostileTree.closed(tree);
          HostileTree.deep(tree, 3_000, "d");
          TreeRemover.remove(tree);
        });
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void namesWhatAnOrdinaryUserCannotRemove() throws Exception {
    assumeTrue(OrdinaryUser.isRoot(), "only root can make what an ordinary user cannot remove");
    AgentRootOwner.give(parent, USER);
    Files.createFile(Files.createDirectory(tree.resolve("of-root")).resolve("file"));

    OrdinaryUser.run(
        () ->
            assertThatThrownBy(() -> TreeRemover.remove(tree))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("of-root")
                .hasMessageContaining("not permitted"));
  }

  @Test
  void emptiesAFolderAndMakesItUsable() throws IOException {
    Files.writeString(tree.resolve("file"), "text");
    Files.createDirectories(tree.resolve("a/b"));
    Files.setPosixFilePermissions(tree, PosixFilePermissions.fromString("---------"));
    Object inode = Files.getAttribute(tree, "unix:ino");

    TreeRemover.empty(tree);

    assertThat(tree).isEmptyDirectory();
    assertThat(Files.getAttribute(tree, "unix:ino")).isEqualTo(inode);
    assertThat(Files.getPosixFilePermissions(tree))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void finishesInterruptedRemovalsAndLeavesTheRest() throws IOException {
    Path aside = Files.createDirectories(parent.resolve(".removing-1234/inner"));
    Files.createFile(parent.resolve(".removing-5678"));

    TreeRemover.sweep(parent);

    assertThat(aside.getParent()).doesNotExist();
    assertThat(parent).isDirectoryNotContaining("glob:**/.removing*");
    assertThat(tree).isDirectory();
  }

  @Test
  void whatCannotBeRemovedKeepsNothingElse() throws Exception {
    assumeTrue(OrdinaryUser.isRoot(), "only root can make what an ordinary user cannot remove");
    for (int i = 0; i < 9; i++) {
      Files.createFile(Files.createDirectory(parent.resolve(".removing-" + i)).resolve("file"));
    }
    AgentRootOwner.give(parent, USER);
    Path ofRoot = Files.createDirectory(parent.resolve(".removing-of-root"));
    Files.createFile(ofRoot.resolve("file"));

    OrdinaryUser.run(
        () -> {
          try (Fd open = Fd.open(parent, Open.FOLDER)) {
            assertThatThrownBy(() -> TreeRemover.sweep(open, Duration.ofMinutes(1)))
                .hasMessageContaining("of-root");
          }
        });
    try (Stream<Path> left = Files.list(parent)) {
      assertThat(left).containsExactlyInAnyOrder(tree, ofRoot);
    }
  }

  @Test
  void takesAnAbsentFolderForRemoved() throws IOException {
    TreeRemover.remove(parent.resolve("absent"));
    assertThat(Files.exists(parent.resolve("absent"), LinkOption.NOFOLLOW_LINKS)).isFalse();
  }
}
