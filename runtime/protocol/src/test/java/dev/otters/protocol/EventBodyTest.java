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

  @Test
  void aFailedToolKeepsItsOutput() {
    ChatMessage.ToolResult message =
        result(3, "half done\n", "boom", false, Optional.empty(), Optional.empty()).toChatMessage();

    assertThat(message.text()).isEqualTo("exit code 3, 12 ms\nstdout:\nhalf done\nstderr:\nboom\n");
    assertThat(message.isError()).isTrue();
  }

  @Test
  void aCutOutputSaysWhereTheRestIs() {
    ChatMessage.ToolResult message =
        result(0, "x", "", true, Optional.of("/runtime/s/c.out"), Optional.empty()).toChatMessage();

    assertThat(message.text())
        .endsWith("The output above was cut. It is kept in /runtime/s/c.out\n");
  }

  @Test
  void aToolThatNeverRanHasNoExitCode() {
    ChatMessage.ToolResult message =
        result(-1, "", "", false, Optional.empty(), Optional.of("no such tool")).toChatMessage();

    assertThat(message.text()).isEqualTo("error: no such tool\n12 ms\n");
  }

  @Test
  void silenceIsSaid() {
    assertThat(result(0, "", "", false, Optional.empty(), Optional.empty()).toChatMessage().text())
        .isEqualTo("exit code 0, 12 ms\n(no output)\n");
  }

  private static EventBody.ToolResult result(
      int exitCode,
      String stdout,
      String stderr,
      boolean truncated,
      Optional<String> file,
      Optional<String> error) {
    return new EventBody.ToolResult(
        "c1", "sh", exitCode, stdout, stderr, 12, truncated, file, exitCode != 0, error);
  }
}
