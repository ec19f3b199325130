package dev.otters.executor.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.posix.FileStat.Kind;
import dev.otters.executor.testkit.OpenFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FdTest {
  @TempDir Path temp;
  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = temp.toRealPath();
  }

  @AfterEach
  void noFileStaysOpen() throws IOException {
    assertThat(OpenFiles.below(folder)).isEmpty();
  }

  @Test
  void theTimeOfTheLastWriteIsSetToTheNanosecond() throws IOException {
    Path file = Files.createFile(folder.resolve("x"));
    for (String time : List.of("2001-02-03T04:05:06.000000007Z", "1969-12-31T23:59:58.5Z")) {
      try (Fd parent = Fd.open(folder, Open.FOLDER);
          Fd open = parent.open(Name.of("x"), Open.WRITE)) {
        open.setModified(Instant.parse(time));
      }
      assertThat(Files.getLastModifiedTime(file).toInstant()).isEqualTo(time);
    }
  }

  @Test
  void twoFilesTakeEachOthersPlace() throws IOException {
    Path one = Files.writeString(folder.resolve("one"), "1");
    Path other = Files.writeString(folder.resolve("other"), "2");

    Fd.exchange(one, other);

    assertThat(one).hasContent("2");
    assertThat(other).hasContent("1");
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> Fd.exchange(one, missing))
        .isInstanceOfSatisfying(PosixException.class, e -> assertThat(e.is(Errno.ENOENT)).isTrue());
    assertThat(one).hasContent("2");
  }

  @Test
  void twoEntriesOfAFolderTakeEachOthersPlaceAlsoIfTheyAreFullFolders() throws IOException {
    Files.writeString(Files.createDirectory(folder.resolve("one")).resolve("a"), "1");
    Files.writeString(Files.createDirectory(folder.resolve("other")).resolve("b"), "2");
    try (Fd parent = Fd.open(folder, Open.HANDLE)) {
      parent.exchange(Name.of("one"), Name.of("other"));
      assertThatThrownBy(() -> parent.exchange(Name.of("one"), Name.of("missing")))
          .isInstanceOfSatisfying(
              PosixException.class, e -> assertThat(e.is(Errno.ENOENT)).isTrue());
    }
    assertThat(folder.resolve("one/b")).hasContent("2");
    assertThat(folder.resolve("other/a")).hasContent("1");
  }

  @Test
  void aFileOnWhichAProcessHasALeaseIsRefusedAtOnce() throws IOException {
    Path file = Files.writeString(folder.resolve("x"), "leased");
    try (Fd parent = Fd.open(folder, Open.FOLDER)) {
      try (LeaseHolder _ = LeaseHolder.of(file);
          Fd handle = parent.open(Name.of("x"), Open.HANDLE)) {
        // Without O_NONBLOCK, the kernel waits for the process, and opens the file after 45 s.
        List<ThrowingCallable> ways =
            List.of(() -> parent.open(Name.of("x"), Open.READ), () -> handle.reopen(Open.READ));
        for (ThrowingCallable way : ways) {
          assertThatThrownBy(way)
              .isInstanceOfSatisfying(
                  PosixException.class, e -> assertThat(e.is(Errno.EAGAIN)).isTrue());
        }
      }
      try (Fd open = parent.open(Name.of("x"), Open.READ)) {
        assertThat(open.input().readAllBytes()).asString().isEqualTo("leased");
      }
    }
  }

  @Test
  void aStreamWritesSingleBytesAndBlocks() throws IOException {
    Files.createFile(folder.resolve("x"));
    try (Fd parent = Fd.open(folder, Open.FOLDER);
        Fd open = parent.open(Name.of("x"), Open.WRITE);
        OutputStream out = open.output()) {
      out.write('a');
      out.write("bcd".getBytes(StandardCharsets.US_ASCII), 1, 2);
    }
    assertThat(folder.resolve("x")).hasContent("acd");
  }

  @ParameterizedTest
  @EnumSource(Open.class)
  void noProgramThatIsStartedInheritsAnOpenFile(Open how) throws IOException {
    Path file = Files.createDirectory(folder.resolve("parent")).resolve("x");
    Name name = Name.of("x");
    try (Fd parent = Fd.open(folder.resolve("parent"), Open.FOLDER)) {
      if (how == Open.FOLDER) {
        Files.createDirectory(file);
      } else if (how != Open.NEW_FILE) {
        Files.createFile(file);
      }
      try (Fd _ = parent.open(name, how)) {
        assertThat(OpenFiles.below(file))
            .hasSize(1)
            .allSatisfy(
                number ->
                    assertThat(Path.of("/proc/self/fdinfo").resolve(number.getFileName()))
                        .content()
                        .containsPattern("flags:\\s+0\\d*[2367]\\d{6}\\n"));
      }
    }
  }

  @Test
  void refusesALinkAnywhereInAPath() throws IOException {
    Files.createDirectories(folder.resolve("real/inner"));
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));

    assertRefused(Errno.ELOOP, () -> Fd.open(folder.resolve("link"), Open.HANDLE));
    assertRefused(Errno.ELOOP, () -> Fd.open(folder.resolve("link/inner"), Open.FOLDER));
  }

  @Test
  void refusesALinkAndAWayOutOfAFolder() throws IOException {
    Files.createSymbolicLink(folder.resolve("link"), Files.createDirectory(folder.resolve("to")));
    try (Fd fd = Fd.open(folder, Open.HANDLE)) {
      assertRefused(Errno.ELOOP, () -> fd.open(Name.of("link"), Open.HANDLE));
      assertRefused(Errno.EXDEV, () -> fd.open(Name.PARENT, Open.HANDLE));
      assertRefused(Errno.EXDEV, () -> fd.open(Name.of("/etc"), Open.HANDLE));
    }
  }

  @Test
  void refusesAMountPoint() throws IOException {
    try (Fd root = Fd.open(Path.of("/"), Open.HANDLE)) {
      assertRefused(Errno.EXDEV, () -> root.open(Name.of("proc"), Open.HANDLE));
    }
  }

  @Test
  void tellsWhatAFileIsWithoutFollowingIt() throws IOException {
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("file"));
    Path file = Files.writeString(folder.resolve("file"), "text");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    try (Fd fd = Fd.open(folder, Open.HANDLE)) {
      assertThat(fd.stat().kind()).isEqualTo(Kind.FOLDER);
      assertThat(fd.stat(Name.of("link")).kind()).isEqualTo(Kind.LINK);
      FileStat stat = fd.stat(Name.of("file"));
      assertThat(stat.kind()).isEqualTo(Kind.FILE);
      assertThat(stat.permissions()).isEqualTo(0640);
      assertThat(stat.id().inode()).isEqualTo(Files.getAttribute(file, "unix:ino"));
      assertThat(stat.uid())
          .isEqualTo(Caller.uid())
          .isEqualTo(Files.getAttribute(file, "unix:uid"));
    }
  }

  @Test
  void createsFoldersWithTheirModeWhateverTheUmask() throws IOException {
    try (Fd fd = Fd.open(folder, Open.HANDLE)) {
      fd.createFolder(Name.of("open"), 0777);
      assertThat(fd.stat(Name.of("open")).permissions()).isEqualTo(0777);
      assertRefused(Errno.EEXIST, () -> fd.createFolder(Name.of("open"), 0700));
    }
  }

  @Test
  void createsFilesOnlyWhereNothingIs() throws IOException {
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("elsewhere"));
    try (Fd fd = Fd.open(folder, Open.HANDLE)) {
      fd.open(Name.of("new"), Open.NEW_FILE).close();
      assertThat(folder.resolve("new")).isEmptyFile();
      assertRefused(Errno.EEXIST, () -> fd.open(Name.of("new"), Open.NEW_FILE));
      assertRefused(Errno.EEXIST, () -> fd.open(Name.of("link"), Open.NEW_FILE));
      assertThat(folder.resolve("elsewhere")).doesNotExist();
    }
  }

  @Test
  void readsAllEntriesOfALargeFolder() throws IOException {
    for (int i = 0; i < 3000; i++) {
      Files.createFile(folder.resolve("a-rather-long-name-of-a-file-" + i));
    }
    List<String> names = new ArrayList<>();
    try (Fd fd = Fd.open(folder, Open.FOLDER)) {
      FolderReader reader = fd.reader();
      for (var batch = reader.next(); !batch.isEmpty(); batch = reader.next()) {
        batch.forEach(entry -> names.add(entry.name().toString()));
      }
    }
    assertThat(names).hasSize(3000).doesNotHaveDuplicates();
  }

  @Test
  void movesAndRemovesEntries() throws IOException {
    Files.createDirectories(folder.resolve("a/inner"));
    Files.createFile(folder.resolve("file"));
    try (Fd fd = Fd.open(folder, Open.HANDLE);
        Fd a = fd.open(Name.of("a"), Open.HANDLE)) {
      a.move(Name.of("inner"), fd, Name.of("outer"));
      fd.removeFile(Name.of("file"));
      fd.removeFolder(Name.of("a"));
      assertRefused(Errno.ENOENT, () -> fd.removeFile(Name.of("file")));
    }
    assertThat(folder).isDirectoryContaining("glob:**/outer");
    assertThat(folder.resolve("a")).doesNotExist();
  }

  @Test
  void opensAPathInARootAcrossMountsButNotThroughLinks() throws IOException {
    Files.createSymbolicLink(folder.resolve("link"), Files.createDirectory(folder.resolve("to")));
    try (Fd slash = Fd.open(Path.of("/"), Open.HANDLE);
        Fd proc = slash.openInRoot("/proc/self/mountinfo".replace("self", pid()))) {
      assertThat(proc.stat().kind()).isEqualTo(Kind.FILE);
    }
    try (Fd root = Fd.open(folder, Open.HANDLE)) {
      assertRefused(Errno.ELOOP, () -> root.openInRoot("/link"));
      assertRefused(Errno.ENOENT, () -> root.openInRoot("/../../etc/passwd"));
    }
  }

  @Test
  void namesTheFileInItsErrors() {
    assertThatThrownBy(() -> Fd.open(folder.resolve("absent"), Open.HANDLE))
        .isInstanceOf(PosixException.class)
        .hasMessage(folder.resolve("absent") + ": no such file or folder (openat2)");
  }

  private static String pid() {
    return Long.toString(ProcessHandle.current().pid());
  }

  private static void assertRefused(Errno errno, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            PosixException.class, e -> assertThat(e.is(errno)).as(e.getMessage()).isTrue());
  }
}
