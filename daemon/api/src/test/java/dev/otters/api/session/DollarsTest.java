package dev.otters.api.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DollarsTest {
  @ParameterizedTest
  @CsvSource({
    "0, $0.0000",
    "1, <$0.0001",
    "99999, <$0.0001",
    "100000, $0.0001",
    "12345678, $0.0123",
    "2345678901, $2.35",
    "10000000000000, $10000.00"
  })
  void anAmountHasDecimalsThatMatter(long nanos, String text) {
    assertThat(Dollars.text(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"2.50, 2500000000", "0, 0", "0.000000001, 1", "999999999, 999999999000000000"})
  void anAmountIsReadExactly(String text, long nanos) {
    assertThat(Dollars.nanos(text)).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1e3", "$2", "2,50", "0.0000000001", "1234567890", ".5", "5."})
  void anythingElseIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Dollars.nanos(text));
  }
}
