package dev.otters.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
  @ParameterizedTest
  @CsvSource({
    "0, Under a second", "1, 1 second", "59, 59 seconds", "60, About a minute", "120, 2 minutes",
    "3599, 59 minutes", "3600, About an hour", "7200, 2 hours", "172800, 2 days",
        "1209600, 2 weeks",
    "5184000, 2 months", "63072000, 2 years", "-5, Under a second"
  })
  void aSpanIsSaidInItsGreatestUnit(long seconds, String words) {
    assertThat(Times.span(Duration.ofSeconds(seconds))).isEqualTo(words);
  }

  @Test
  void aTimeIsSaidFromNow() {
    Instant now = Instant.parse("2026-11-22T12:00:00Z");
    assertThat(Times.ago(now.minusSeconds(180), now)).isEqualTo("3 minutes ago");
  }

  @ParameterizedTest
  @CsvSource({"5, 5ms", "1250, 1.3s", "59900, 59.9s", "61000, 1m1s"})
  void whatWasJustDoneIsSaidWithTenths(long millis, String words) {
    assertThat(Times.took(Duration.ofMillis(millis))).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0B",
    "999, 999B",
    "1000, 1.00kB",
    "1234567, 1.23MB",
    "12345678, 12.3MB",
    "123456789, 123MB",
    "999999, 1.00MB",
    "5000000000, 5.00GB",
    "7000000000000000, 7000TB"
  })
  void bytesHaveThreeDigits(long bytes, String words) {
    assertThat(Sizes.of(bytes)).isEqualTo(words);
  }

  @Test
  void idsAreTwelveHexDigits() {
    assertThat(Ids.of("86106816-1a2b-4c3d-8e9f-000000000000", false)).isEqualTo("861068161a2b");
    assertThat(Ids.of("sha256:3b97b227aaaabbbbcccc", false)).isEqualTo("3b97b227aaaa");
    assertThat(Ids.of("sha256:3b97b227aaaabbbbcccc", true))
        .isEqualTo("sha256:3b97b227aaaabbbbcccc");
    assertThat(Ids.of("abc", false)).isEqualTo("abc");
  }
}
