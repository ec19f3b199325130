package dev.otters.oci.registry.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChallengeTest {
  @Test
  void readsQuotedAndBareParametersOfSeveralChallenges() {
    List<Challenge> challenges =
        Challenge.parse(
            List.of(
                "Basic realm=\"a, b\", Bearer realm=\"https://x/t?a=b\","
                    + " scope=\"r:a:pull,push\",x=1",
                "Negotiate"));

    assertThat(challenges)
        .containsExactly(
            new Challenge("basic", Map.of("realm", "a, b")),
            new Challenge(
                "bearer", Map.of("realm", "https://x/t?a=b", "scope", "r:a:pull,push", "x", "1")),
            new Challenge("negotiate", Map.of()));
  }

  @Test
  void escapedQuotesStayInTheValue() {
    assertThat(Challenge.parse(List.of("Bearer realm=\"a\\\"b\"")))
        .containsExactly(new Challenge("bearer", Map.of("realm", "a\"b")));
  }

  @Test
  void theFirstOfTwoValuesCounts() {
    assertThat(Challenge.parse(List.of("Bearer realm=a, realm=b")))
        .containsExactly(new Challenge("bearer", Map.of("realm", "a")));
  }

  @Test
  void nonsenseEndsTheListQuickly() {
    Random random = new Random(5);
    String alphabet = "Bearer =,\"\\ \tab:/\u00e9";
    for (int i = 0; i < 5_000; i++) {
      StringBuilder header = new StringBuilder();
      for (int j = random.nextInt(60); j >= 0; j--) {
        header.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      assertThat(Challenge.parse(List.of(header.toString())).size()).isLessThan(61);
    }
    assertThat(Challenge.parse(List.of("a".repeat(9000)))).isEmpty();
    assertThat(Challenge.parse(List.of("Bearer a=\"" + "\\".repeat(8000)))).hasSizeLessThan(3);
  }
}
