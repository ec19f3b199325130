package dev.otters.oci.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is expected here was written by Go's encoder. */
class JsonTextTest {
  @Test
  void indentsByTwoSpacesAndLeavesEmptyValuesClosed() {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("a", List.of(1, Map.of()));
    value.put("b", List.of());

    assertThat(new String(JsonText.indented(value), UTF_8))
        .isEqualTo("{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}");
  }

  @Test
  void textsHaveTheEscapesOfGo() {
    String text = "<a> & \"b\" \\ / é 🦦 \b\f\n\r\t \u0001\u001f\u007f \u2028\u2029";

    assertThat(written(text))
        .isEqualTo(
            "[\"\\u003ca\\u003e \\u0026 \\\"b\\\" \\\\ / é 🦦 \\b\\f\\n\\r\\t \\u0001\\u001f\u007f"
                + " \\u2028\\u2029\"]");
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 1",
    "1e3, 1000",
    "0.7, 0.7",
    "-2.50, -2.5",
    "0.0, 0",
    "-0.0, -0",
    "0.000001, 0.000001",
    "0.0000001, 1e-7",
    "-1.25e-9, -1.25e-9",
    "123456789012345680000, 123456789012345680000",
    "1e21, 1e+21",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "1e-300, 1e-300",
  })
  void decimalsAreWrittenAsGoWritesThem(double value, String expected) {
    assertThat(written(value)).isEqualTo("[" + expected + "]");
  }

  private static String written(Object value) {
    return new String(JsonText.compact(List.of(value)), UTF_8);
  }
}
