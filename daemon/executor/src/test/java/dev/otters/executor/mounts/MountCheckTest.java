package dev.otters.executor.mounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat.FileId;
import dev.otters.executor.posix.Open;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares the mounts of this process with plans that fit and plans that do not. */
class MountCheckTest {
  private static final Path PROC = Path.of("/proc");

  private static List<String> differences(List<Bind> binds, List<String> images)
      throws IOException {
    int self = (int) ProcessHandle.current().pid();
    return MountCheck.differences(self, binds, images).orElseThrow();
  }

  private static FileId id(Path path) throws IOException {
    try (Fd file = Fd.open(path, Open.HANDLE)) {
      return file.stat().id();
    }
  }

  private static Bind proc(boolean readOnly, FileId id) {
    return new Bind(PROC, "/proc", readOnly, id, false);
  }

  @Test
  void acceptsAMountThatIsThePlannedFile() throws IOException {
    assertThat(differences(List.of(proc(false, id(PROC))), List.of()))
        .noneMatch(difference -> difference.startsWith("/proc"));
  }

  @Test
  void seesThatAnotherFileIsMounted() throws IOException {
    FileId other = new FileId(0, 0, id(PROC).inode() + 1);
    assertThat(differences(List.of(proc(false, other)), List.of())).contains("/proc is not /proc");
  }

  @Test
  void seesThatAReadOnlyMountIsWritable() throws IOException {
    assertThat(differences(List.of(proc(true, id(PROC))), List.of())).contains("/proc is writable");
  }

  @Test
  void seesThatTheRootFileSystemIsWritable() throws IOException {
    boolean readOnly =
        MountTable.ofProcess((int) ProcessHandle.current().pid())
            .at("/")
            .map(MountTable.Entry::readOnly)
            .orElseThrow();
    assertThat(differences(List.of(), List.of()).contains("the root file system is writable"))
        .isNotEqualTo(readOnly);
  }

  @Test
  void aMountInsideAReadOnlyFolderOfTheOperatorMustBeReadOnlyToo() throws IOException {
    MountTable table =
        new MountTable(
            List.of(
                new MountTable.Entry(1, "/", true),
                new MountTable.Entry(2, "/data", true),
                new MountTable.Entry(3, "/data/safe", true),
                new MountTable.Entry(4, "/data/open", false),
                new MountTable.Entry(5, "/database", true)));
    Bind data = new Bind(PROC, "/data", true, id(PROC), true);

    assertThat(MountCheck.unplanned(table, List.of(data), List.of()))
        .containsExactly("/data/open is writable", "something is mounted at /database");
  }

  @Test
  void aMountInsideAFolderThatIsNotTheOperatorsIsNotPlanned() throws IOException {
    MountTable table =
        new MountTable(
            List.of(
                new MountTable.Entry(1, "/workspace", false),
                new MountTable.Entry(2, "/workspace/inner", false)));
    Bind workspace = new Bind(PROC, "/workspace", false, id(PROC), false);

    assertThat(MountCheck.unplanned(table, List.of(workspace), List.of()))
        .containsExactly("something is mounted at /workspace/inner");
  }

  @Test
  void seesWhatIsNotMounted() throws IOException {
    Bind absent = new Bind(PROC, "/absent", true, id(PROC), false);
    assertThat(differences(List.of(absent), List.of("/no-image")))
        .contains("nothing is mounted at /absent", "no image is mounted read-only at /no-image");
  }
}
