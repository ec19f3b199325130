package dev.otters.home.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SieveTest {
  private final Random random = new Random(11);

  private String text(int length) {
    return IntStream.range(0, length)
        .mapToObj(i -> String.valueOf("ab€".charAt(random.nextInt(3))))
        .collect(Collectors.joining());
  }

  @Test
  void findsWhatAPlainSearchFinds() {
    int found = 0;
    for (int round = 0; round < 20_000; round++) {
      List<String> values =
          Stream.generate(() -> text(3 + random.nextInt(6))).limit(random.nextInt(4)).toList();
      String text = text(random.nextInt(30));
      boolean any = values.stream().anyMatch(text::contains);

      assertThat(new Sieve(values).anyIn(text)).as("%s in %s", values, text).isEqualTo(any);
      found += any ? 1 : 0;
    }
    assertThat(found).isBetween(2_000, 18_000);
  }

  @Test
  void findsAValueAtBothEnds() {
    Sieve sieve = new Sieve(List.of("secret12"));

    assertThat(sieve.anyIn("secret12")).isTrue();
    assertThat(sieve.anyIn("x secret12")).isTrue();
    assertThat(sieve.anyIn("secret12 x")).isTrue();
    assertThat(sieve.anyIn("secret1")).isFalse();
    assertThat(sieve.anyIn("")).isFalse();
  }
}
