package dev.otters.api.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceBlockTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "4, 1", "5, 2", "4000, 1000"})
  void aTokenIsEstimatedAtFourBytes(long bytes, long tokens) {
    assertThat(TraceBlock.of("WORKSPACE", "otters", bytes, "").tokens()).isEqualTo(tokens);
  }
}
