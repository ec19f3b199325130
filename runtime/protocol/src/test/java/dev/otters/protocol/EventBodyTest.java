package dev.otters.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventBodyTest {
  @Test
  void aToolUseBecomesTheCallThatTheModelMade() {
    ToolCall good = new ToolCall("c1", "sh", "{ \"args\" : [\"-l\", 1] }");
    ToolCall broken = new ToolCall("c2", "sh", "{broken");

    EventBody.ToolUse use = EventBody.ToolUse.of(good, 1);
    assertThat(use.args()).containsExactly("-l", "1");
    assertThat(use.toToolCall()).isEqualTo(good);
    assertThat(EventBody.ToolUse.of(broken, 1).toToolCall()).isEqualTo(broken);
  }

  @Test
  void aToolUseOfAnOlderReleaseBecomesACallOfTheSameMeaning() {
    EventBody.ToolUse old =
        new EventBody.ToolUse("c1", "sh", List.of("-l"), "", 1, Optional.empty(), Optional.empty());

    assertThat(old.toToolCall()).isEqualTo(new ToolCall("c1", "sh", "{\"args\":[\"-l\"]}"));
  }
}
