package dev.otters.sessions.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.otters.models.chat.ToolSchema;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WakeToolTest {
  @Test
  void aCallSaysWhenAndWhat() {
    assertThat(WakeTool.parse("{\"minutes\": 10, \"note\": \"Look\", \"key\": \"k\"}"))
        .isEqualTo(new WakeTool(Duration.ofMinutes(10), "Look", Optional.of("k")));
    assertThat(WakeTool.parse("{\"minutes\": 1440, \"note\": \"\", \"key\": null}").key())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "null",
        "[]",
        "{}",
        "{\"minutes\": 10}",
        "{\"note\": \"Look\"}",
        "{\"minutes\": 0, \"note\": \"Look\"}",
        "{\"minutes\": 1441, \"note\": \"Look\"}",
        "{\"minutes\": 99999999999, \"note\": \"Look\"}",
        "{\"minutes\": 1.5, \"note\": \"Look\"}",
        "{\"minutes\": \"10\", \"note\": \"Look\"}",
        "{\"minutes\": 10, \"note\": 7}",
        "{\"minutes\": 10, \"note\": \"Look\", \"key\": 7}",
        "{\"minutes\": 10, \"note\": \"Look\", \"every\": 5}"
      })
  void anyOtherInputIsRefused(String input) {
    assertThatIllegalArgumentException().isThrownBy(() -> WakeTool.parse(input));
  }

  @Test
  void aBinOfTheSameNameIsNotTheTool() {
    ToolSchema bin = new ToolSchema(WakeTool.NAME, "A BIN.", ToolSchema.BIN_INPUT);
    assertThat(WakeTool.isCalled(WakeTool.NAME, List.of(WakeTool.SCHEMA))).isTrue();
    assertThat(WakeTool.isCalled(WakeTool.NAME, List.of(bin))).isFalse();
    assertThat(WakeTool.isCalled("sh", List.of(WakeTool.SCHEMA))).isFalse();
  }
}
