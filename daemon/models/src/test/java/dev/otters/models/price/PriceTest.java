package dev.otters.models.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.Usage;
import org.junit.jupiter.api.Test;

class PriceTest {
  /** Three, a tenth, four and fifteen dollars for a million tokens. */
  private static final Price PRICE = new Price(3_000_000, 100_000, 4_000_000, 15_000_000);

  @Test
  void eachKindOfTokenHasItsPrice() {
    assertThat(PRICE.nanos(new Usage(1000, 600, 300, 10, 7, false)))
        .isEqualTo(100 * 3000 + 600 * 100 + 300 * 4000 + 10 * 15_000);
  }

  @Test
  void aPartOfANanodollarIsRoundedUp() {
    assertThat(new Price(1, 1, 1, 1).nanos(new Usage(1, 0))).isEqualTo(1);
    assertThat(new Price(1, 1, 1, 1).nanos(new Usage(1000, 1))).isEqualTo(2);
    assertThat(new Price(0, 0, 0, 0).nanos(new Usage(1000, 1000))).isZero();
  }

  @Test
  void noUsageOverflows() {
    Usage absurd = new Usage(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(new Price(Long.MAX_VALUE, 0, 0, Long.MAX_VALUE).nanos(absurd)).isEqualTo(Price.MOST);
    assertThat(PRICE.nanos(new Usage(-5, -5))).isZero();
  }

  @Test
  void theMostIsAtTheHighestPriceOfInput() {
    assertThat(PRICE.most(1000, 10)).isEqualTo(1000 * 4000 + 10 * 15_000);
  }
}
