package dev.otters.sessions.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromptsTest {
  private static final ChatMessage FIRST = new ChatMessage.User("first");
  private static final ChatMessage LAST = new ChatMessage.User("last");
  private static final ChatMessage ANSWER = new ChatMessage.Assistant("answer", List.of());

  private static List<ChatMessage> noted(List<ChatMessage> conversation) {
    return Prompts.messages("system", conversation, "It broke.");
  }

  @Test
  void aRecoveryNoteComesBeforeTheLastMessageOfTheUser() {
    ChatMessage system = new ChatMessage.System("system");
    ChatMessage note = new ChatMessage.User("[A note from Otters, not from the user] It broke.");

    assertThat(noted(List.of(FIRST, ANSWER, LAST, ANSWER)))
        .containsExactly(system, FIRST, ANSWER, note, LAST, ANSWER);
    assertThat(noted(List.of(LAST))).containsExactly(system, note, LAST);
    assertThat(noted(List.of())).containsExactly(system, note);
    assertThat(Prompts.messages("system", List.of(LAST), "")).containsExactly(system, LAST);
  }

  @Test
  void aTurnWithoutStepsLeftAnswersWithItsTextAndTheReason() {
    assertThat(Prompts.outOfSteps(" ", 1))
        .isEqualTo("[Stopped without an answer after 1 step (CONFIG max-iterations).]");
    assertThat(Prompts.outOfSteps("Well.", 20))
        .isEqualTo("Well.\n\n[Stopped without an answer after 20 steps (CONFIG max-iterations).]");
  }

  @Test
  void anAnswerThatWasCutShowsItsTextOrTheReason() {
    assertThat(shown("")).isEqualTo("[The model reached its token limit without an answer.]");
    assertThat(shown("Once up")).isEqualTo("Once up");
  }

  private static String shown(String text) {
    return Prompts.shown(new Completion(text, List.of(), StopReason.MAX_TOKENS, Usage.NONE));
  }
}
