package dev.otters.cli.turn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolCallTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "a-b_c/d.e:1, a-b_c/d.e:1",
        "a b, 'a b'",
        "it's, 'it'\\''s'",
        "\u00fc \ud83e\udda6, '\u00fc \ud83e\udda6'",
        "a\u001bb, $'a\\x1bb'",
        "a\u009bb, $'a\\U0000009bb'",
        "a\u200bb, $'a\\U0000200bb'",
        "a\u202eb'c, $'a\\U0000202eb\\'c'",
        "a\u2028b, $'a\\U00002028b'",
        "a\u00a0b, $'a\\U000000a0b'",
        "a\udb40\udc41b, $'a\\U000e0041b'",
      })
  void aWordShowsEveryCharacter(String word, String shown) {
    assertThat(ToolCall.quoted(word)).isEqualTo(shown);
  }
}
