package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.Replies.Anthropic;
import dev.otters.models.provider.langchain4j.Replies.OpenAi;
import dev.otters.protocol.ToolCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that no reference describes, and that are answers nevertheless. */
class OddAnswerTest {
  private final List<String> pieces = new ArrayList<>();
  @AutoClose private VendorSocket vendor;

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
  }

  private Completion ask(String kind, byte[] events) throws InterruptedException {
    vendor.plays(line -> line.begin().piece(events).end());
    return Replies.open(kind, vendor.address("/v1"), Replies.SHORT)
        .complete(Replies.request("Hello"), pieces::add);
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "google"})
  void bytesThatAreNotUtf8BecomeMarksAndTheRestStays(String kind) throws Exception {
    byte[] bytes = Replies.answer(kind, "one §§ two").getBytes(StandardCharsets.ISO_8859_1);

    Completion answer = ask(kind, bytes);

    assertThat(answer.text()).isEqualTo("one \uFFFD\uFFFD two");
    assertThat(String.join("", pieces)).isEqualTo(answer.text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "google"})
  void aHugePieceIsOnePiece(String kind) throws Exception {
    String huge = "é".repeat(1 << 20);

    Completion answer = ask(kind, Replies.answer(kind, huge).getBytes(StandardCharsets.UTF_8));

    assertThat(answer.text().equals(huge)).isTrue();
    assertThat(pieces).hasSize(1);
  }

  @Test
  void aCallAfterAnEndWithoutOneIsMade() throws Exception {
    String events =
        OpenAi.text("Done.")
            + OpenAi.delta("{}", "\"stop\"")
            + OpenAi.tool(0, "c1", "ls", "{}")
            + OpenAi.end("tool_calls");

    Completion answer = ask("openai", events.getBytes(StandardCharsets.UTF_8));

    assertThat(answer.text()).isEqualTo("Done.");
    assertThat(answer.toolCalls()).containsExactly(new ToolCall("c1", "ls", "{}"));
    assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
  }

  @Test
  void anEndForCallsWithoutACallIsAnAnswer() throws Exception {
    String events = Anthropic.START + Anthropic.text(0, "Done.") + Anthropic.end("tool_use");

    Completion answer = ask("anthropic", events.getBytes(StandardCharsets.UTF_8));

    assertThat(answer.text()).isEqualTo("Done.");
    assertThat(answer.stopReason()).isEqualTo(StopReason.END_TURN);
  }
}
