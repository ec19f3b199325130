package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
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

  @ParameterizedTest
  @CsvSource({"c1, c2", "'', ''", "c1, ''"})
  void callsWithTheSameIndexStayApart(String first, String second) throws Exception {
    String events =
        OpenAi.tool(0, first, "ls", "{\"args\":", "[]}")
            + OpenAi.tool(0, second, "rm", "{}")
            + OpenAi.end("tool_calls");

    Completion answer = ask("openai", events.getBytes(StandardCharsets.UTF_8));

    assertThat(answer.toolCalls())
        .extracting(call -> call.name() + call.argumentsJson())
        .containsExactly("ls{\"args\":[]}", "rm{}");
    assertThat(answer.toolCalls()).extracting(ToolCall::id).doesNotHaveDuplicates();
  }

  @Test
  void anEmptyPieceDoesNotJoinACallToTheNextOne() throws Exception {
    String events =
        OpenAi.tool(0, "", "ls", "{}", "")
            + OpenAi.tool(0, "", "rm", "{}")
            + OpenAi.end("tool_calls");

    assertThat(ask("openai", events.getBytes(StandardCharsets.UTF_8)).toolCalls())
        .extracting(call -> call.name() + call.argumentsJson())
        .containsExactly("ls{}", "rm{}");
  }

  @Test
  void aNameThatComesWithEachPieceIsOneName() throws Exception {
    String events =
        OpenAi.tool(0, "c1", "ls", "{")
            + OpenAi.tool(0, "c1", "ls", "}")
            + OpenAi.tool(1, "c2", "rm", "{}")
            + OpenAi.end("tool_calls");

    assertThat(ask("openai", events.getBytes(StandardCharsets.UTF_8)).toolCalls())
        .containsExactly(new ToolCall("c1", "ls", "{}"), new ToolCall("c2", "rm", "{}"));
  }

  static Stream<Arguments> changesOfMind() {
    return Stream.of(
        arguments(
            "openai", OpenAi.delta("{}", "\"stop\"") + OpenAi.end("length"), StopReason.MAX_TOKENS),
        arguments(
            "openai",
            OpenAi.delta("{}", "\"stop\"") + OpenAi.end("content_filter"),
            StopReason.REFUSED),
        arguments("openai", OpenAi.text("!") + OpenAi.end("stop"), StopReason.END_TURN),
        arguments(
            "anthropic",
            Anthropic.START + Anthropic.text(0, "!") + Anthropic.end("end_turn"),
            StopReason.END_TURN));
  }

  @ParameterizedTest
  @MethodSource("changesOfMind")
  void theLastWordOfAVendorCounts(String kind, String end, StopReason reason) throws Exception {
    String begun =
        kind.equals("openai") ? OpenAi.text("Done.") : Anthropic.START + Anthropic.text(0, "Done.");

    Completion answer = ask(kind, (begun + end).getBytes(StandardCharsets.UTF_8));

    assertThat(answer.text()).startsWith("Done.");
    assertThat(answer.stopReason()).isEqualTo(reason);
    assertThat(String.join("", pieces)).isEqualTo(answer.text());
  }
}
