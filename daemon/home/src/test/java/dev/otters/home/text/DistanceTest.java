package dev.otters.home.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DistanceTest {
  @ParameterizedTest
  @CsvSource({
    "guide, guide, 0",
    "guid, guide, 1",
    "guides, guide, 1",
    "guidx, guide, 1",
    "xuide, guide, 1",
    "'', guide, 5",
    "guide, '', 5",
    "kitten, sitting, 3"
  })
  void aDistanceCountsTheCharactersToChange(String from, String to, int distance) {
    assertThat(Distance.between(from, to)).isEqualTo(distance);
  }

  @Test
  void onlyASimilarNameIsSuggestedAndTheNearestFirst() {
    List<String> names = List.of("prompts", "prompt", "ps");
    assertThat(Distance.nearest("promt", names)).contains("prompt");
    assertThat(Distance.nearest("promptss", names)).contains("prompts");
    assertThat(Distance.nearest("pz", names)).contains("ps");
    assertThat(Distance.nearest("zz", names)).isEmpty();
    assertThat(Distance.nearest("prxyz", names)).isEmpty();
  }
}
