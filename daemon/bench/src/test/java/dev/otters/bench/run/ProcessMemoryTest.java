package dev.otters.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {
  private static final Path MOUNT = Path.of("/sys/fs/cgroup");

  @Test
  void theMemoryGroupOfVersionOneIsInAHierarchyOfItsOwn() {
    String groups = "5:cpu,cpuacct:/docker/x\n4:memory:/docker/x\n0::/\n";
    assertThat(ProcessMemory.folder(groups, MOUNT)).hasToString("/sys/fs/cgroup/memory/docker/x");
  }

  @Test
  void theGroupOfVersionTwoIsTheOnlyOne() {
    assertThat(ProcessMemory.folder("0::/docker/x\n", MOUNT))
        .hasToString("/sys/fs/cgroup/docker/x");
  }

  @Test
  void aProcessWithoutAMemoryGroupIsRefused() {
    assertThatThrownBy(() -> ProcessMemory.folder("5:cpu:/\n0::/\n", MOUNT))
        .hasMessageContaining("memory");
  }

  @Test
  void thisProcessIsResident() throws Exception {
    assertThat(ProcessMemory.resident(ProcessHandle.current().pid())).isGreaterThan(1);
  }
}
