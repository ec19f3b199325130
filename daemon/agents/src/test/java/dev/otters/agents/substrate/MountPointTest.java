package dev.otters.agents.substrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountPointTest {
  private static final UUID AGENT = UUID.randomUUID();

  @TempDir Path temp;
  private Path workspace;
  private MountPoint place;

  @BeforeEach
  void create() throws IOException {
    Path root = temp.toRealPath();
    workspace = Files.createDirectory(root.resolve("workspace"));
    place = new MountPoint(_ -> root, "agent", "substrate");
  }

  @Test
  void nothingAndAFolderStay() throws IOException {
    assertThat(place.clear(AGENT)).isEmpty();
    assertThat(workspace).isEmptyDirectory();

    Files.writeString(Files.createDirectory(workspace.resolve("agent")).resolve("a"), "mine");
    assertThat(place.clear(AGENT)).isEmpty();
    assertThat(workspace.resolve("agent/a")).hasContent("mine");
  }

  @Test
  void aFileAndALinkAreMovedAndReplaceNothing() throws IOException {
    Files.writeString(workspace.resolve("agent"), "one");
    assertThat(place.clear(AGENT)).contains("agent.moved");

    Path outside = Files.createDirectory(temp.resolve("outside"));
    Files.createSymbolicLink(workspace.resolve("agent"), outside);
    assertThat(place.clear(AGENT)).contains("agent.moved-2");

    assertThat(workspace.resolve("agent")).doesNotExist();
    assertThat(workspace.resolve("agent.moved")).hasContent("one");
    assertThat(Files.readSymbolicLink(workspace.resolve("agent.moved-2"))).isEqualTo(outside);
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void theLinkOfAnAgentWithoutASandboxIsRemoved() throws IOException {
    Path link = workspace.resolve("agent");
    Files.createSymbolicLink(link, workspace.resolveSibling("substrate"));

    assertThat(place.clear(AGENT)).isEmpty();
    assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(workspace).isEmptyDirectory();
  }

  @Test
  void aWorkspaceThatTheAgentLockedIsOpened() throws IOException {
    Files.writeString(workspace.resolve("agent"), "one");
    Files.setPosixFilePermissions(workspace, PosixFilePermissions.fromString("---------"));

    assertThat(place.clear(AGENT)).contains("agent.moved");
    assertThat(workspace.resolve("agent")).doesNotExist();
  }

  @Test
  void whenNoNameIsFreeTheErrorSaysWhatToDo() throws IOException {
    Files.writeString(workspace.resolve("agent"), "one");
    Files.writeString(workspace.resolve("agent.moved"), "taken");
    for (int number = 2; number <= 100; number++) {
      Files.writeString(workspace.resolve("agent.moved-" + number), "taken");
    }

    assertThatThrownBy(() -> place.clear(AGENT))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("Move it yourself");
    assertThat(Files.exists(workspace.resolve("agent"), LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertThat(workspace.resolve("agent.moved-100")).hasContent("taken");
  }
}
