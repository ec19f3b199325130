package dev.otters.agents.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.posix.Fd;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.SubstrateLimits;
import dev.otters.resources.substrate.WritebackException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DraftDiskTest {
  private static final UUID AGENT = UUID.randomUUID();
  private static final FilePath NOTE = new FilePath(List.of("note.md"));
  private static final FilePath DEEP = new FilePath(List.of("notes", "deep.md"));

  @TempDir Path temp;
  private Path outside;
  private Path drafts;
  private DraftDisk disk;

  @BeforeEach
  void create() throws IOException {
    Path root = temp.toRealPath();
    outside = Files.writeString(root.resolve("secret"), "secret");
    Files.createDirectory(root.resolve("runtime"));
    drafts = Files.createDirectory(root.resolve("workspace")).resolve("sessions/s/drafts");
    int uid = (Integer) Files.getAttribute(root, "unix:uid");
    int gid = (Integer) Files.getAttribute(root, "unix:gid");
    SessionArea area = new SessionArea(root, SessionArea.TARGET, new SandboxUser(uid, gid));
    disk = new DraftDisk((_, _) -> area);
  }

  private ThrowableAssertAlternative<WritebackException> assertRefused(FilePath path) {
    return assertThatExceptionOfType(WritebackException.class)
        .isThrownBy(() -> disk.read(AGENT, "s", path));
  }

  @Test
  void aDraftIsReadAsItWasWritten() throws IOException {
    byte[] bytes = {0, (byte) 0xff, '\n'};
    assertThat(disk.read(AGENT, "s", DEEP)).isEmpty();

    disk.write(AGENT, "s", DEEP, Content.of("old"));
    disk.write(AGENT, "s", DEEP, Content.of(bytes));

    assertThat(disk.read(AGENT, "s", DEEP).orElseThrow().bytes()).isEqualTo(bytes);
    assertThat(disk.target(AGENT, "s")).isEqualTo("/workspace/sessions/s/drafts");
    try (var files = Files.list(drafts.resolve("notes"))) {
      assertThat(files).containsExactly(drafts.resolve("notes/deep.md"));
    }
  }

  @Test
  void linksAreRefusedWithoutAPathOfTheMachine() throws IOException {
    Files.createDirectories(drafts);
    Files.createSymbolicLink(drafts.resolve("note.md"), outside);
    Files.createSymbolicLink(drafts.resolve("notes"), outside.getParent());

    assertRefused(NOTE).withMessage("cannot open the draft note.md: it is a link, or behind one");
    assertRefused(new FilePath(List.of("notes", "secret")))
        .withMessage("cannot open the draft notes/secret: it is a link, or behind one");
    assertThatExceptionOfType(WritebackException.class)
        .isThrownBy(() -> disk.write(AGENT, "s", DEEP, Content.of("x")));
    disk.write(AGENT, "s", NOTE, Content.of("mine"));
    assertThat(outside).hasContent("secret");
  }

  @Test
  void theFoldersAboveMayNotBeLinksEither() throws IOException {
    Path other = Files.createDirectories(temp.resolve("other/s/drafts"));
    Files.writeString(other.resolve("note.md"), "secret");
    Path session = drafts.getParent();
    Files.createDirectories(session.getParent());
    Files.createSymbolicLink(session, other.getParent());
    assertRefused(NOTE).withMessageContaining("is a link");

    Files.delete(session);
    Files.delete(session.getParent());
    Files.createSymbolicLink(session.getParent(), other.getParent().getParent());
    assertRefused(NOTE).withMessageContaining("is a link");
    assertThatExceptionOfType(WritebackException.class)
        .isThrownBy(() -> disk.write(AGENT, "s", NOTE, Content.of("x")));
    assertThat(other.resolve("note.md")).hasContent("secret");
  }

  @Test
  void pipesFoldersAndLargeFilesAreRefused() throws Exception {
    Files.createDirectories(drafts.resolve("note.md"));
    assertRefused(NOTE).withMessage("the draft note.md is not a file");

    Files.delete(drafts.resolve("note.md"));
    assertThat(new ProcessBuilder("mkfifo", drafts.resolve("note.md").toString()).start().waitFor())
        .isZero();
    assertRefused(NOTE).withMessage("the draft note.md is not a file");

    Files.delete(drafts.resolve("note.md"));
    Files.write(drafts.resolve("note.md"), new byte[SubstrateLimits.FILE_BYTES + 1]);
    assertRefused(NOTE).withMessageContaining("more than 1048576 bytes");
  }

  @Test
  void aSessionWithoutASandboxIsNamedAsTheReason() {
    SessionArea none =
        new SessionArea(temp.resolve("none"), SessionArea.TARGET, new SandboxUser(1, 1));
    disk = new DraftDisk((_, _) -> none);

    assertRefused(NOTE)
        .withMessageStartingWith("the session has no sandbox yet. Send it a message");
    assertThatExceptionOfType(WritebackException.class)
        .isThrownBy(() -> disk.write(AGENT, "s", NOTE, Content.of("x")))
        .withMessageStartingWith("the session has no sandbox yet. Send it a message");
  }

  @Test
  void aDraftThatCannotBeWrittenLeavesNoFile() throws IOException {
    Files.createDirectories(drafts.resolve("note.md"));

    assertThatExceptionOfType(WritebackException.class)
        .isThrownBy(() -> disk.write(AGENT, "s", NOTE, Content.of("x")))
        .withMessage("cannot write the draft note.md: a folder");
    try (var files = Files.list(drafts)) {
      assertThat(files).containsExactly(drafts.resolve("note.md"));
    }
  }

  @Test
  void aFolderThatBecomesALinkWhileADraftIsWrittenLeadsNowhere() throws Exception {
    Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
    Path notes = Files.createDirectories(drafts.resolve("notes"));
    Path link = Files.createSymbolicLink(drafts.resolve("link"), elsewhere);
    AtomicBoolean over = new AtomicBoolean();
    Thread swapper = swap(over, () -> Fd.exchange(notes, link));
    int refused = 0;
    for (int i = 0; i < 2000 || refused == 0; i++) {
      try {
        disk.write(AGENT, "s", DEEP, Content.of("mine"));
      } catch (WritebackException e) {
        refused += e.getMessage().contains("is a link") ? 1 : 0;
      }
    }
    over.set(true);
    swapper.join();
    assertThat(elsewhere).isEmptyDirectory();
  }

  private interface Swap {
    void run() throws IOException;
  }

  /** Starts a thread that repeats a swap. */
  private static Thread swap(AtomicBoolean over, Swap swap) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                while (!over.get()) {
                  swap.run();
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  @Test
  void aDraftThatBecomesALinkWhileItIsReadLeadsNowhere() throws Exception {
    Files.createDirectories(drafts);
    AtomicBoolean over = new AtomicBoolean();
    Path link = drafts.resolve("link");
    Thread swapper =
        swap(
            over,
            () -> {
              Files.createSymbolicLink(link, outside);
              Files.move(link, drafts.resolve("note.md"), StandardCopyOption.ATOMIC_MOVE);
              Files.writeString(link, "mine");
              Files.move(link, drafts.resolve("note.md"), StandardCopyOption.ATOMIC_MOVE);
            });
    int read = 0;
    for (int i = 0; i < 2000 || read == 0; i++) {
      try {
        Optional<String> text = disk.read(AGENT, "s", NOTE).flatMap(Content::text);
        assertThat(text).isNotEqualTo(Optional.of("secret"));
        read += text.isPresent() ? 1 : 0;
      } catch (WritebackException e) {
        assertThat(e.getMessage()).contains("is a link");
      }
    }
    over.set(true);
    swapper.join();
  }
}
