package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.EventBody;
import dev.otters.sessions.conversation.ToolResultText;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ToolResultTextTest {
  @Test
  void aFailedToolKeepsItsOutput() {
    ChatMessage.ToolResult message =
        message(3, "half done\n", "boom", false, Optional.empty(), Optional.empty());

    assertThat(message.text()).isEqualTo("exit code 3, 12 ms\nstdout:\nhalf done\nstderr:\nboom\n");
    assertThat(message.isError()).isTrue();
  }

  @Test
  void aCutOutputSaysWhereTheRestIs() {
    ChatMessage.ToolResult message =
        message(0, "x", "", true, Optional.of("/runtime/s/c.out"), Optional.empty());

    assertThat(message.text())
        .endsWith("The output above was cut. It is kept in /runtime/s/c.out\n");
  }

  @Test
  void aToolThatNeverRanHasNoExitCode() {
    ChatMessage.ToolResult message =
        message(-1, "", "", false, Optional.empty(), Optional.of("no such tool"));

    assertThat(message.text()).isEqualTo("error: no such tool\n12 ms\n");
  }

  @Test
  void silenceIsSaid() {
    assertThat(message(0, "", "", false, Optional.empty(), Optional.empty()).text())
        .isEqualTo("exit code 0, 12 ms\n(no output)\n");
  }

  private static ChatMessage.ToolResult message(
      int exitCode,
      String stdout,
      String stderr,
      boolean truncated,
      Optional<String> file,
      Optional<String> error) {
    return ToolResultText.message(
        new EventBody.ToolResult(
            "c1", "sh", exitCode, stdout, stderr, 12, truncated, file, exitCode != 0, error));
  }
}
