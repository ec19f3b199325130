package dev.otters.models.provider.local;

import static dev.otters.models.provider.local.LocalSamples.calls;
import static dev.otters.models.provider.local.LocalSamples.request;
import static dev.otters.models.provider.local.LocalSamples.result;
import static dev.otters.models.provider.local.LocalSamples.says;
import static dev.otters.models.provider.local.LocalSamples.system;
import static dev.otters.models.provider.local.LocalSamples.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.provider.local.prompt.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContextWindowTest {
  /** One token is one character here. */
  private static final int CONTEXT = 2000;

  @Test
  void whatFitsStaysWhole() throws InterruptedException {
    ContextWindow.Fitted fitted = fit(system("S"), user("one"), says("two"), user("three"));

    assertThat(fitted.text()).contains("S<", "one", "two", "three");
    assertThat(fitted.tokens()).isEqualTo(fitted.text().length());
  }

  @Test
  void theOldestTurnsGoFirst() throws InterruptedException {
    ContextWindow.Fitted fitted = fit(conversation(12, 200));

    assertThat(fitted.text()).contains("S<", "turn 12").doesNotContain("turn 1 ", "turn 2 ");
  }

  @Test
  void theCutStaysWhereItIsForManyCalls() throws InterruptedException {
    List<String> firsts = new ArrayList<>();
    for (int turns = 17; turns <= 23; turns++) {
      String text = fit(conversation(turns, 100)).text();
      firsts.add(text.substring(text.indexOf("turn "), text.indexOf("turn ") + 7));
    }

    assertThat(firsts).containsOnly("turn 17");
  }

  @Test
  void resultsOfTheNewestTurnAreShortenedAtLast() throws InterruptedException {
    ContextWindow.Fitted fitted =
        fit(
            system("S"),
            user("old"),
            says("x".repeat(1000)),
            user("new"),
            calls("cat"),
            result("r".repeat(5000)));

    assertThat(fitted.text()).contains("S<", "new", "characters omitted").doesNotContain("old");
  }

  @Test
  void theAnswerGetsWhatIsLeft() throws InterruptedException {
    ContextWindow.Fitted fitted = fit(user("x".repeat(1300)));

    assertThat(fitted.sampling().maxTokens()).isEqualTo(CONTEXT - fitted.tokens() - 1);
  }

  @Test
  void aMessageThatCannotFitIsTooLong() {
    assertThatThrownBy(() -> fit(system("S"), user("x".repeat(3000))))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(ModelException.Reason.TOO_LONG);
              assertThat(e).hasMessageContaining("local/m").hasMessageContaining("tokens: 2000");
            });
  }

  private static ChatMessage[] conversation(int turns, int length) {
    List<ChatMessage> messages = new ArrayList<>(List.of(system("S")));
    for (int turn = 1; turn <= turns; turn++) {
      messages.add(user("turn " + turn + " " + "u".repeat(length)));
      if (turn < turns) {
        messages.add(says("a"));
      }
    }
    return messages.toArray(ChatMessage[]::new);
  }

  private static ContextWindow.Fitted fit(ChatMessage... messages) throws InterruptedException {
    return new ContextWindow("m", CONTEXT)
        .fit(Prompt.of(request("m", messages), false), Sampling.of(Map.of()), String::length);
  }
}
