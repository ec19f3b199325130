package dev.otters.executor.mounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MountTableTest {
  private static final String TEXT =
      """
      600 500 0:60 / / ro,relatime - overlay overlay rw,lowerdir=/x
      601 600 254:0 /a/b /workspace rw,relatime master:1 - ext4 /dev/vda rw
      602 601 254:0 /c /workspace/with\\040space\\134and\\303\\244 ro,nosuid - ext4 /dev/vda rw
      603 601 254:0 /d /workspace ro - ext4 /dev/vda rw
      """;

  @Test
  void readsTheKernelsTable() {
    MountTable table = MountTable.parse(TEXT);
    assertThat(table.entries()).hasSize(4);
    assertThat(table.at("/")).contains(new MountTable.Entry(600, "/", true));
    assertThat(table.at("/absent")).isEmpty();
  }

  @Test
  void decodesEscapes() {
    assertThat(MountTable.parse(TEXT).at("/workspace/with space\\andä"))
        .contains(new MountTable.Entry(602, "/workspace/with space\\andä", true));
  }

  @Test
  void showsTheLastMountOfSeveralAtOnePlace() {
    assertThat(MountTable.parse(TEXT).at("/workspace"))
        .contains(new MountTable.Entry(603, "/workspace", true));
  }

  @Test
  void readsTheTableOfAProcess() throws IOException {
    MountTable own = MountTable.ofProcess((int) ProcessHandle.current().pid());
    assertThat(own.at("/")).isPresent();
    assertThat(own.at("/proc")).isPresent();
  }
}
