package dev.otters.home.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentTextsTest {
  private final List<String> computed = new ArrayList<>();
  private final RecentTexts<Integer> texts =
      new RecentTexts<>(
          10,
          text -> {
            computed.add(text);
            return text.length();
          });

  @Test
  void aTextIsComputedOnce() {
    assertThat(texts.of("abc")).isEqualTo(3);
    assertThat(texts.of(new String("abc"))).isEqualTo(3);

    assertThat(computed).containsExactly("abc");
  }

  @Test
  void theTextThatWasAskedForLongestAgoIsForgottenFirst() {
    texts.of("abcd");
    texts.of("efgh");
    texts.of("abcd");
    texts.of("ijk");
    computed.clear();

    texts.of("abcd");
    texts.of("ijk");
    assertThat(computed).isEmpty();
    texts.of("efgh");
    assertThat(computed).containsExactly("efgh");
  }

  @Test
  void aTextBeyondTheLimitIsNotKept() {
    assertThat(texts.of("abcdefghijk")).isEqualTo(11);
    texts.of("abcdefghijk");
    texts.of("abc");
    computed.clear();

    texts.of("abc");
    assertThat(computed).isEmpty();
    texts.of("abcdefghijk");
    assertThat(computed).containsExactly("abcdefghijk");
  }
}
