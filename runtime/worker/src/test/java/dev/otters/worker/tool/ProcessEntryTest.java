package dev.otters.worker.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessEntryTest {
  @Test
  void aNameCannotPretendToBeFields() {
    String line = "42 (x) Z 1 (y) S 7 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 1000 10";

    assertThat(ProcessEntry.parse(line)).hasValue(new ProcessEntry(42, 7, 'S', 987654));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "42", "42 (sh", "42 (sh) S 1"})
  void halfALineIsNoEntry(String line) {
    assertThat(ProcessEntry.parse(line)).isEmpty();
  }

  @Test
  void thisProcessIsInTheTable() throws Exception {
    long self = ProcessHandle.current().pid();

    ProcessEntry entry =
        ProcessEntry.all().stream().filter(one -> one.pid() == self).findFirst().orElseThrow();

    assertThat(entry.isAlive()).isTrue();
    assertThat(entry.parent()).isEqualTo(ProcessHandle.current().parent().orElseThrow().pid());
    assertThat(entry.startTicks()).isBetween(1L, ProcessEntry.nowTicks());
  }
}
