package dev.otters.executor.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads files such as those of the kernel, in which processes may lack what they hide. */
class UsageReaderTest {
  private static final String GROUP = "0123456789ab";
  private static final String OURS = "0::/docker/" + GROUP;
  private static final String NAMESPACE = "pid:[7]";

  @TempDir Path root;

  @BeforeEach
  void boot() throws IOException {
    write("proc/stat", "cpu 1\nbtime 1000\n");
  }

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Adds a process that hides its namespaces, as the runtime does. */
  private void hidden(int pid, int parent, String group, String pids) throws IOException {
    String folder = "proc/" + pid + "/";
    write(
        folder + "stat",
        pid
            + " (a (b) c) S "
            + parent
            + " 1 1 0 -1 0 0 0 0 0 150 50 20 5 20 0 3 0 "
            + (100 + pid)
            + " 9999 5 0 0\n");
    write(folder + "status", "Name:\ta\nUid:\t1000\t1000\t1000\t1000\nNSpid:\t" + pids + "\n");
    write(folder + "cmdline", "java\0-jar\0x\0");
    write(folder + "cgroup", group + "\n");
  }

  private void open(int pid, int parent, String namespace) throws IOException {
    hidden(pid, parent, "0::/user", "" + pid);
    Path link = root.resolve("proc/" + pid + "/ns/pid");
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, Path.of(namespace));
  }

  private SandboxUsage read(int first) throws IOException {
    return new UsageReader(root).read(first, GROUP);
  }

  @Test
  void aProcessHasTheFiguresOfTheKernel() throws IOException {
    open(40, 1, NAMESPACE);
    assertThat(read(40).processes())
        .containsExactly(
            new SandboxProcess(
                40,
                1,
                1000,
                Instant.ofEpochSecond(1001, 400_000_000),
                3,
                Duration.ofSeconds(2),
                Duration.ofMillis(250),
                5 * 4096,
                "java -jar x"));
    assertThat(read(40).cpu()).isEqualTo(Duration.ofMillis(2250));
  }

  @Test
  void aProcessWithoutACommandLineShowsItsName() throws IOException {
    open(40, 1, NAMESPACE);
    write("proc/40/cmdline", "");
    assertThat(read(40).processes())
        .extracting(SandboxProcess::command)
        .containsExactly("[a (b) c]");
  }

  @Test
  void processesThatHideTheirNamespacesAreFoundByTheirCgroup() throws IOException {
    hidden(40, 1, OURS, "40\t1");
    hidden(41, 40, OURS, "41\t2");
    hidden(42, 1, "0::/docker/ba9876543210", "42\t1");
    hidden(43, 1, OURS, "43");
    assertThat(read(40).processes()).extracting(SandboxProcess::pid).containsExactly(40, 41);
  }

  @Test
  void withoutACgroupProcessesAreFoundByTheirNamespace() throws IOException {
    open(40, 1, NAMESPACE);
    open(41, 1, NAMESPACE);
    open(42, 1, "pid:[8]");
    hidden(43, 1, "0::/user", "43\t1");
    assertThat(read(40).processes()).extracting(SandboxProcess::pid).containsExactly(40, 41);
  }

  @Test
  void withoutACgroupMemoryIsTheSumOfTheProcesses() throws IOException {
    open(40, 1, NAMESPACE);
    open(41, 40, NAMESPACE);
    assertThat(read(40).memoryBytes()).isEqualTo(2 * 5 * 4096);
    assertThat(read(40).memoryLimitBytes()).isEmpty();
  }

  @Test
  void memoryIsThatOfTheCgroupWithoutWhatTheKernelCanDrop() throws IOException {
    hidden(40, 1, OURS, "40\t1");
    String group = "sys/fs/cgroup/docker/" + GROUP + "/";
    write(group + "memory.current", "1000\n");
    write(group + "memory.stat", "anon 5\ninactive_file 300\ninactive_file_x 7\n");
    write(group + "memory.max", "2000\n");
    assertThat(read(40).memoryBytes()).isEqualTo(700);
    assertThat(read(40).memoryLimitBytes()).isEqualTo(OptionalLong.of(2000));
    write(group + "memory.max", "max\n");
    assertThat(read(40).memoryLimitBytes()).isEmpty();
  }

  @Test
  void memoryCanBeThatOfAnOldCgroup() throws IOException {
    hidden(40, 1, "3:cpu:/other\n4:memory:/docker/" + GROUP, "40\t1");
    String group = "sys/fs/cgroup/memory/docker/" + GROUP + "/";
    write(group + "memory.usage_in_bytes", "1000\n");
    write(group + "memory.stat", "total_inactive_file 100\n");
    write(group + "memory.limit_in_bytes", "9223372036854771712\n");
    assertThat(read(40).memoryBytes()).isEqualTo(900);
    assertThat(read(40).memoryLimitBytes()).isEmpty();
  }

  @Test
  void aSandboxThatHasEndedIsNotVisible() {
    assertThatThrownBy(() -> read(40)).isInstanceOf(IOException.class);
  }
}
