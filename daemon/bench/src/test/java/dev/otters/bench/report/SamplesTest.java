package dev.otters.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplesTest {
  @Test
  void theMedianOfAnOddNumberIsTheMiddleValue() {
    assertThat(Samples.of(9, 1, 5).median()).isEqualTo(5);
  }

  @Test
  void theMedianOfAnEvenNumberLiesBetweenTheMiddleValues() {
    assertThat(Samples.of(9, 1, 5, 2).median()).isEqualTo(3.5);
  }

  @Test
  void aQuantileIsAMeasuredValueThatTheShareDoesNotExceed() {
    Samples hundred =
        new Samples(IntStream.rangeClosed(1, 100).mapToObj(i -> (double) (101 - i)).toList());
    assertThat(hundred.quantile(0.95)).isEqualTo(95);
    assertThat(hundred.quantile(1)).isEqualTo(100);
    assertThat(Samples.of(3, 7).quantile(0.5)).isEqualTo(3);
  }

  @Test
  void aShareOutsideOfTheValuesIsRefused() {
    assertThatThrownBy(() -> Samples.of(1).quantile(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Samples.of(1).quantile(1.1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nothingMeasuredIsNoSample() {
    assertThatThrownBy(() -> new Samples(List.of())).hasMessageContaining("nothing was measured");
  }
}
