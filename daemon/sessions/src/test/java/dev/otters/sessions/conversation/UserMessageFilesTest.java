package dev.otters.sessions.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.MessageFile;
import dev.otters.models.chat.ChatMessage;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Images of a conversation, of which a request has room for 20 MiB and 100 files. */
class UserMessageFilesTest {
  private static final String OTHER = "a part of another kind";

  private static UserMessage images(int count, long size) {
    MessageFile file = new MessageFile("a.png", "image/png", size, "0".repeat(64));
    return new UserMessage("see", List.of(), Collections.nCopies(count, file), true);
  }

  @Test
  void theNewestImagesHaveRoomUpToTheLimitInBytes() {
    UserMessage half = images(1, 10 << 20);
    assertThat(UserMessage.withFiles(List.of(half, OTHER, half))).isZero();
    assertThat(UserMessage.withFiles(List.of(images(1, 1), half, OTHER, half))).isEqualTo(1);
    assertThat(UserMessage.withFiles(List.of(half, half, images(1, 1)))).isEqualTo(1);
  }

  @Test
  void theNewestImagesHaveRoomUpToTheLimitInFiles() {
    assertThat(UserMessage.withFiles(List.of(images(60, 1), images(40, 1)))).isZero();
    assertThat(UserMessage.withFiles(List.of(images(61, 1), images(40, 1)))).isEqualTo(1);
  }

  @Test
  void imagesThatAreLeftOutAnywayTakeNoRoom() {
    UserMessage large = new UserMessage("see", List.of(), images(100, 10 << 20).files(), false);
    assertThat(UserMessage.withFiles(List.of(images(50, 1), large, images(50, 1)))).isZero();
  }

  @Test
  void aMessageSaysWhichOfItsImagesAreLeftOut() {
    ChatMessage.User kept =
        images(1, 1).message(new UserMessage.Request(0, false, new HashSet<>()), 0);
    assertThat(kept.files()).hasSize(1);
    ChatMessage.User cut =
        images(1, 1).message(new UserMessage.Request(1, false, new HashSet<>()), 0);
    assertThat(cut.files()).isEmpty();
    assertThat(cut.text()).startsWith("see\n\n").contains("a.png").isNotEqualTo(kept.text());
  }
}
