package dev.otters.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A text means the same to both readers, or is refused by both. */
class TokensTest {
  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"a\"",
    "\"b\"",
    "1",
    "-0",
    "1.5",
    "2e3",
    "true",
    "false",
    "null",
    "12345678901",
    "123456789012345678901",
    "\"\\u00e9\\n\"",
    " ",
    "\n",
    "\"",
    "\\",
    "01",
    "NaN",
    "'",
    "/*",
  };

  @SuppressWarnings("ArrayRecordComponent") // as MessageFile has one
  record Values(int whole, long large, double real, boolean flag, String text, byte[] bytes) {
    @Override
    public String toString() {
      return "" + whole + large + real + flag + text + (bytes == null ? -1 : bytes.length);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"a\":{\"b\":[1,2.5,-3,true,false,null,\"x\"]},\"c\":[]}",
        "{\"a\":9223372036854775807,\"b\":9223372036854775808,\"c\":1e999,\"d\":-0.0}",
        "{\"a\":\"\\ud83e\\udda6 \\\" \\\\ \\/\"}",
        "{\"a\":1,\"a\":2}",
        "",
        "null",
        "{\"a\":1,}",
        "{'a':1}",
        "{a:1}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":NaN}",
        "{\"a\":\"\n\"}",
        "{\"a\":\"\\x\"}",
        "{\"a\":1} x",
        "{\"a\":1}{}",
        "{\"a\" 1}",
        "{\"a\":True}",
        "{\"a\":1;\"b\":2}",
        "// note\n{}",
        "{\"a\":",
      })
  void bothReadersAgreeOnATextOfAMap(String json) {
    assertThat(ofText(json, Map.class)).isEqualTo(ofStream(json, Map.class));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"whole\":7,\"large\":12345678901,\"real\":1,\"flag\":true,\"text\":\"é\",\"bytes\":\"AAEC\"}",
        "{\"whole\":1.9}",
        "{\"whole\":12345678901}",
        "{\"large\":123456789012345678901}",
        "{\"large\":1e30}",
        "{\"whole\":\"1\"}",
        "{\"flag\":1}",
        "{\"text\":1}",
        "{\"bytes\":\"*\"}",
        "{\"unknown\":[[{\"x\":[]}]],\"whole\":3}",
      })
  void bothReadersAgreeOnATextOfARecord(String json) {
    assertThat(ofText(json, Values.class)).isEqualTo(ofStream(json, Values.class));
  }

  @Test
  void bothReadersAgreeOnAnyText() {
    Random random = new Random(25);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder json = new StringBuilder("{\"a\":");
      for (int pieces = random.nextInt(8); pieces >= 0; pieces--) {
        json.append(PIECES[random.nextInt(PIECES.length)]);
      }
      String text = json.append('}').toString();
      assertThat(ofText(text, Map.class)).as(text).isEqualTo(ofStream(text, Map.class));
    }
  }

  @Test
  void bothReadersRefuseATextThatIsNestedTooDeep() {
    String deep = "[".repeat(100_000);
    assertThat(ofText("{\"a\":" + deep, Map.class)).isEqualTo("refused");
    assertThat(ofStream("{\"a\":" + deep, Map.class)).isEqualTo("refused");
    assertThat(ofText("{\"unknown\":" + deep, Values.class)).isEqualTo("refused");
  }

  @Test
  void bothReadersRefuseANumberOfTooManyDigits() {
    String json = "{\"a\":" + "9".repeat(1001) + "}";
    assertThat(ofText(json, Map.class)).isEqualTo("refused");
    assertThat(ofStream(json, Map.class)).isEqualTo("refused");
  }

  private static String ofText(String json, Class<?> type) {
    try {
      return String.valueOf(Json.read(json, type));
    } catch (IllegalArgumentException e) {
      return "refused";
    }
  }

  private static String ofStream(String json, Class<?> type) {
    try {
      ByteArrayInputStream in = new ByteArrayInputStream(json.getBytes(UTF_8));
      return String.valueOf(Json.read(in, 1000, type));
    } catch (IllegalArgumentException e) {
      return "refused";
    }
  }
}
