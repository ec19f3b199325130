package dev.otters.executor.system.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Limits;
import dev.otters.executor.root.TreeRemover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Creates cgroups in a folder that stands in for the kernel's and accepts any file. */
class CgroupsTest {
  private static final Limits LIMITS = new Limits(64 << 20, 0.5, 100, 1 << 20);
  private Path top;

  @BeforeEach
  void makeTop() throws IOException {
    top = Files.createTempDirectory("groups").toRealPath();
  }

  @AfterEach
  void removeTop() throws IOException {
    TreeRemover.remove(top);
  }

  private static String mount(Path folder, String type, String options) {
    return "30 23 0:26 / " + folder + " rw,nosuid shared:4 - " + type + " none " + options + "\n";
  }

  @Test
  void boundsWithTheUnifiedInterface() throws IOException {
    Files.writeString(top.resolve("cgroup.controllers"), "cpuset cpu io memory pids\n");
    Cgroups cgroups = Cgroups.find(mount(top, "cgroup2", "rw"), "home");
    assertThat(cgroups.usable()).containsExactlyInAnyOrder(Cgroups.Kind.values());

    List<Path> groups = cgroups.create("agent", LIMITS);

    Path group = top.resolve("otters/home/agent");
    assertThat(groups).containsExactly(group);
    assertThat(group.resolve("memory.max")).hasContent("67108864");
    assertThat(group.resolve("cpu.max")).hasContent("50000 100000");
    assertThat(group.resolve("pids.max")).hasContent("100");
    assertThat(top.resolve("cgroup.subtree_control")).hasContent("+memory +cpu +pids");
    assertThat(cgroups.inSandbox("agent"))
        .containsOnly(java.util.Map.entry("/sys/fs/cgroup", group));
    Files.writeString(group.resolve("memory.events"), "low 0\noom 3\noom_kill 2\n");
    assertThat(cgroups.outOfMemory("agent")).isEqualTo(2);
  }

  @Test
  void swapCountsAsMemory() throws IOException {
    Files.writeString(top.resolve("cgroup.controllers"), "memory\n");
    Path group = Files.createDirectories(top.resolve("otters/home/agent"));
    Files.createFile(group.resolve("memory.swap.max"));
    Cgroups.find(mount(top, "cgroup2", "rw"), "home").create("agent", LIMITS);
    assertThat(group.resolve("memory.swap.max")).hasContent("0");

    Path memory = Files.createDirectory(top.resolve("memory"));
    Path old = Files.createDirectories(memory.resolve("otters/home/agent"));
    Files.createFile(old.resolve("memory.memsw.limit_in_bytes"));
    Cgroups.find(mount(memory, "cgroup", "rw,memory"), "home").create("agent", LIMITS);
    assertThat(old.resolve("memory.memsw.limit_in_bytes")).hasContent("67108864");
  }

  @Test
  void theSmallestShareOfAProcessorIsWhatTheKernelAccepts() throws IOException {
    Files.writeString(top.resolve("cgroup.controllers"), "cpu\n");
    Cgroups cgroups = Cgroups.find(mount(top, "cgroup2", "rw"), "home");
    Limits least = new Limits(64 << 20, 0.01, 100, 1 << 20);
    assertThat(cgroups.create("agent", least).getFirst().resolve("cpu.max"))
        .hasContent("1000 100000");
    Limits most = new Limits(64 << 20, 4096, 100, 1 << 20);
    assertThat(cgroups.create("agent", most).getFirst().resolve("cpu.max"))
        .hasContent(Runtime.getRuntime().availableProcessors() * 100_000L + " 100000");
  }

  @Test
  void boundsWithHierarchiesOfTheirOwn() throws IOException {
    Path memory = Files.createDirectory(top.resolve("memory"));
    Path cpu = Files.createDirectory(top.resolve("cpu,cpuacct"));
    String mounts = mount(memory, "cgroup", "rw,memory") + mount(cpu, "cgroup", "rw,cpu,cpuacct");
    Cgroups cgroups = Cgroups.find(mounts, "home");
    assertThat(cgroups.usable()).containsExactlyInAnyOrder(Cgroups.Kind.MEMORY, Cgroups.Kind.CPUS);

    assertThat(cgroups.create("agent", LIMITS))
        .containsExactly(memory.resolve("otters/home/agent"), cpu.resolve("otters/home/agent"));

    assertThat(memory.resolve("otters/home/agent/memory.limit_in_bytes")).hasContent("67108864");
    assertThat(cpu.resolve("otters/home/agent/cpu.cfs_quota_us")).hasContent("50000");
    assertThat(cgroups.inSandbox("agent")).containsKey("/sys/fs/cgroup/cpu,cpuacct");
    assertThat(cgroups.outOfMemory("agent")).isZero();
  }

  @Test
  void usesNothingThatCannotBeWrittenTo() {
    Path absent = top.resolve("absent");
    assertThat(Cgroups.find(mount(absent, "cgroup", "rw,memory"), "home").usable()).isEmpty();
    assertThat(Cgroups.find(mount(absent, "cgroup2", "rw"), "home").usable()).isEmpty();
  }
}
