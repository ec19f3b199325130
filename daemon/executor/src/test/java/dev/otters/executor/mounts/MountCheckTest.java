package dev.otters.executor.mounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat.FileId;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PrivateMounts;
import dev.otters.executor.testkit.OrdinaryUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    return new Bind(PROC, "/proc", readOnly, id);
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
    Bind data = new Bind(PROC, "/data", true, id(PROC), true, Optional.empty());

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
    Bind workspace = new Bind(PROC, "/workspace", false, id(PROC));

    assertThat(MountCheck.unplanned(table, List.of(workspace), List.of()))
        .containsExactly("something is mounted at /workspace/inner");
  }

  @Test
  void onlyMountsOfTheEngineItselfNeedNoPlan() {
    List<MountTable.Entry> entries =
        Stream.of(
                ("/ /sbin/docker-init /etc/hosts /etc/hostname /etc/resolv.conf /run/.containerenv"
                     + " /proc/keys /sys/fs/cgroup /dev/shm /etc/shadow /process /run/docker.sock")
                    .split(" "))
            .map(point -> new MountTable.Entry(1, point, true))
            .toList();
    assertThat(MountCheck.unplanned(new MountTable(entries), List.of(), List.of()))
        .containsExactly(
            "something is mounted at /etc/shadow",
            "something is mounted at /process",
            "something is mounted at /run/docker.sock");
  }

  @Test
  void aProcessThatHasEndedIsNotCompared() throws IOException {
    assertThat(MountCheck.differences(Integer.MAX_VALUE, List.of(), List.of())).isEmpty();
  }

  @Test
  void anImageWhoseMountIsWritableIsFound() throws IOException {
    assertThat(differences(List.of(), List.of("/proc")))
        .contains("no image is mounted read-only at /proc");
  }

  /** Covers the holder of a planned mount with a folder in which the same file is not mounted. */
  @Test
  void seesThatThePlannedFileIsReachedThroughAnotherMount(@TempDir Path temp) throws Exception {
    assumeTrue(OrdinaryUser.isRoot(), "only root can mount");
    Path top = temp.toRealPath();
    Path inner = Files.createDirectories(top.resolve("holder/inner"));
    Path cover = Files.createDirectory(top.resolve("cover"));
    Bind planned = new Bind(inner, inner.toString(), false, id(inner));
    FutureTask<List<List<String>>> compared =
        new FutureTask<>(
            () -> {
              PrivateMounts.enter();
              mount(inner.getParent(), cover);
              mount(inner, inner);
              String thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).toString();
              int tid = Integer.parseInt(thread.substring(thread.lastIndexOf('/') + 1));
              List<Bind> plan = List.of(planned);
              List<String> before = MountCheck.differences(tid, plan, List.of()).orElseThrow();
              mount(cover, inner.getParent());
              return List.of(before, MountCheck.differences(tid, plan, List.of()).orElseThrow());
            });
    Thread.ofPlatform().start(compared).join();
    String difference = inner + " is not " + inner;
    assertThat(compared.get().getFirst())
        .contains("something is mounted at " + cover)
        .doesNotContain(difference);
    assertThat(compared.get().getLast()).contains(difference);
  }

  private static void mount(Path source, Path target) throws IOException {
    try (Fd file = Fd.open(source, Open.HANDLE)) {
      PrivateMounts.bind(file, target);
    }
  }

  @Test
  void seesWhatIsNotMounted() throws IOException {
    Bind absent = new Bind(PROC, "/absent", true, id(PROC));
    assertThat(differences(List.of(absent), List.of("/no-image")))
        .contains("nothing is mounted at /absent", "no image is mounted read-only at /no-image");
  }
}
