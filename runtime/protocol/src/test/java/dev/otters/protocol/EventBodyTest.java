package dev.otters.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventBodyTest {
  @Test
  void aToolUseBecomesTheCallThatTheModelMade() {
    ToolCall good = new ToolCall("c1", "sh", "{ \"args\" : [\"-l\", 1] }");
    ToolCall broken = new ToolCall("c2", "sh", "{broken");

    assertThat(EventBody.ToolUse.of(good, 1).toToolCall()).isEqualTo(good);
    assertThat(EventBody.ToolUse.of(broken, 1).toToolCall()).isEqualTo(broken);
  }
}
