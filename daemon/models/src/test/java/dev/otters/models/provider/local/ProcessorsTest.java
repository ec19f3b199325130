package dev.otters.models.provider.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessorsTest {
  @ParameterizedTest
  @CsvSource({
    "1, 0, 1",
    "2, 0, 2",
    "2, 4, 2",
    "2, 4.1, 1",
    "1, 9, 1",
    "4, -1, 4",
    "64, 0, 8",
    "64, 200, 8"
  })
  void theMoreOthersWantTheFewer(int processors, double load, int threads) {
    assertThat(Processors.room(processors, load)).isEqualTo(threads);
  }
}
