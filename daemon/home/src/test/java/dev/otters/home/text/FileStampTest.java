package dev.otters.home.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FileStampTest {
  private static final String MISSING = "missing";

  private int pauses;

  /** Settles with these sizes of a file, one at each look, and returns how many are left. */
  private int settle(List<String> sizes) throws InterruptedException {
    List<String> left = new ArrayList<>(sizes);
    FileStamp.settle(() -> stamp(left.removeFirst()), () -> pauses++);
    return left.size();
  }

  private static Optional<FileStamp> stamp(String size) {
    return size.equals(MISSING)
        ? Optional.empty()
        : Optional.of(new FileStamp(Map.of("size", size)));
  }

  @Test
  void aFileIsSettledOnceTwoLooksAreTheSame() throws InterruptedException {
    assertThat(settle(List.of("1", "1", "1"))).isOne();
    assertThat(settle(List.of("1", "2", "3", "3", "3"))).isOne();
    assertThat(settle(List.of(MISSING, MISSING, MISSING))).isOne();
    assertThat(pauses).isEqualTo(1 + 3 + 1);
  }

  @Test
  void aFileThatKeepsChangingIsReadAfterAWhile() throws InterruptedException {
    List<String> sizes = IntStream.range(0, 100).mapToObj(Integer::toString).toList();
    assertThat(settle(sizes)).isEqualTo(100 - FileStamp.LOOKS - 1);
    assertThat(pauses).isEqualTo(FileStamp.LOOKS);
  }
}
