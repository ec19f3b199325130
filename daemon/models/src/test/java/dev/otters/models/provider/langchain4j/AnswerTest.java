package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.Replies.Anthropic;
import dev.otters.models.provider.langchain4j.Replies.Google;
import dev.otters.models.provider.langchain4j.Replies.OpenAi;
import dev.otters.protocol.ToolCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What good answers come to, in the forms that vendors give them. */
class AnswerTest {
  private static final String ANTHROPIC =
      Anthropic.START
          + Anthropic.text(0, "Ich sehe ", "näch 🦦")
          + Anthropic.PING
          + Anthropic.tool(1, "toolu_1", "ls", "{\"args\":", "[\"-l\"]}")
          + Anthropic.tool(2, "toolu_2", "cat")
          + Anthropic.end("tool_use");
  private static final String OPEN_AI =
      OpenAi.text("Ich sehe ", "näch 🦦")
          + OpenAi.tool(0, "toolu_1", "ls", "{\"args\":", "[\"-l\"]}")
          + OpenAi.tool(1, "toolu_2", "cat")
          + OpenAi.end("tool_calls");
  private static final String GOOGLE =
      Google.text("Ich sehe ", "näch 🦦")
          + Google.tool("toolu_1", "ls", "{\"args\":[\"-l\"]}")
          + Google.parts("{\"functionCall\":{\"id\":\"toolu_2\",\"name\":\"cat\"}}")
          + Google.end("STOP");
  private static final Completion EXPECTED =
      new Completion(
          "Ich sehe näch 🦦",
          List.of(
              new ToolCall("toolu_1", "ls", "{\"args\":[\"-l\"]}"),
              new ToolCall("toolu_2", "cat", "{}")),
          StopReason.TOOL_USE,
          new Usage(25, 15));

  private final List<String> pieces = new ArrayList<>();
  @AutoClose private VendorSocket vendor;

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
  }

  private Completion ask(String kind, String events) throws InterruptedException {
    return ask(kind, VendorSocket.events(events));
  }

  private Completion ask(String kind, VendorSocket.Answer answer) throws InterruptedException {
    vendor.plays(answer);
    pieces.clear();
    return Replies.open(kind, vendor.address("/v1"), Replies.SHORT)
        .complete(Replies.request("Hello"), pieces::add);
  }

  private static String events(String kind) {
    return switch (kind) {
      case "anthropic" -> ANTHROPIC;
      case "google" -> GOOGLE;
      default -> OPEN_AI;
    };
  }

  @ParameterizedTest
  @CsvSource({"anthropic", "openai", "google"})
  void textAndParallelToolCallsAndUsageArePutTogether(String kind) throws Exception {
    assertThat(ask(kind, events(kind))).isEqualTo(EXPECTED);
    assertThat(pieces).containsExactly("Ich sehe ", "näch 🦦");
  }

  @ParameterizedTest
  @CsvSource({"anthropic", "openai", "google"})
  void anAnswerIsTheSameWhereverItIsCutOnItsWay(String kind) throws Exception {
    byte[] bytes = events(kind).getBytes(StandardCharsets.UTF_8);
    for (int cut = 1; cut < bytes.length; cut += 7) {
      byte[] start = Arrays.copyOf(bytes, cut);
      byte[] rest = Arrays.copyOfRange(bytes, cut, bytes.length);
      assertThat(ask(kind, line -> line.begin().piece(start).piece(rest).end()))
          .as("cut at byte %d", cut)
          .isEqualTo(EXPECTED);
    }
  }

  @ParameterizedTest
  @CsvSource({"anthropic", "openai", "google"})
  void anAnswerThatComesByteByByteIsTheSame(String kind) throws Exception {
    byte[] bytes = events(kind).replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
    VendorSocket.Answer answer =
        line -> {
          line.begin();
          for (byte each : bytes) {
            line.piece(new byte[] {each});
          }
          line.end();
        };
    assertThat(ask(kind, answer)).isEqualTo(EXPECTED);
  }

  @ParameterizedTest
  @CsvSource({"anthropic", "openai"})
  void anAnswerEndsWithItsLastEventThoughTheConnectionStays(String kind) throws Exception {
    assertThat(ask(kind, line -> line.begin().piece(events(kind)).hold())).isEqualTo(EXPECTED);
    assertThat(vendor.wasLeft(5000)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic, end_turn, END_TURN",
    "anthropic, stop_sequence, END_TURN",
    "anthropic, max_tokens, MAX_TOKENS",
    "anthropic, pause_turn, END_TURN",
    "anthropic, something_new, END_TURN",
    "openai, stop, END_TURN",
    "openai, length, MAX_TOKENS",
    "anthropic, refusal, REFUSED",
    "openai, content_filter, REFUSED",
    "openai, something_new, END_TURN",
    "google, STOP, END_TURN",
    "google, MAX_TOKENS, MAX_TOKENS",
    "google, SAFETY, REFUSED",
    "google, RECITATION, REFUSED",
    "google, PROHIBITED_CONTENT, REFUSED"
  })
  void everyReasonToStopIsUnderstood(String kind, String word, StopReason reason) throws Exception {
    String end =
        switch (kind) {
          case "anthropic" -> Anthropic.end(word);
          case "google" -> Google.end(word);
          default -> OpenAi.end(word);
        };
    Completion answer = ask(kind, Replies.begun(kind, "Hello") + end);
    assertThat(answer.stopReason()).isEqualTo(reason);
    assertThat(answer.text()).isEqualTo("Hello");
  }

  @Test
  void aRefusalIsTheAnswer() throws Exception {
    String events =
        OpenAi.delta("{\"role\":\"assistant\",\"content\":null,\"refusal\":\"I \"}", "null")
            + OpenAi.delta("{\"refusal\":\"cannot.\"}", "null")
            + OpenAi.end("stop");

    assertThat(ask("openai", events))
        .isEqualTo(new Completion("I cannot.", List.of(), StopReason.REFUSED, new Usage(25, 15)));
    assertThat(pieces).containsExactly("I ", "cannot.");
  }

  @Test
  void aRefusalWithoutATextIsNoEmptyAnswer() throws Exception {
    Completion answer = ask("anthropic", Anthropic.START + Anthropic.end("refusal"));

    assertThat(answer.stopReason()).isEqualTo(StopReason.REFUSED);
    assertThat(answer.text()).isEmpty();
  }

  @Test
  void aCallThatIsCutByTheLimitSaysSo() throws Exception {
    String events = OpenAi.tool(0, "c", "ls", "{\"args\":[\"") + OpenAi.end("length");
    Completion answer = ask("openai", events);
    assertThat(answer.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
    assertThat(answer.toolCalls()).containsExactly(new ToolCall("c", "ls", "{\"args\":[\""));
  }

  @Test
  void textBetweenToolCallsIsKeptInItsOrder() throws Exception {
    String events =
        Anthropic.START
            + Anthropic.text(0, "one ")
            + Anthropic.tool(1, "t", "ls", "{}")
            + Anthropic.text(2, "two")
            + Anthropic.end("tool_use");
    assertThat(ask("anthropic", events).text()).isEqualTo("one two");
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic, -5, -7, 0, 0",
    "anthropic, 99999999999999999999999, 3000000000, 0, 3000000000",
    "openai, -5, -7, 0, 0",
    "openai, 9000000000000000, 3000000000, 1000000000000, 3000000000",
    "openai, '\"many\"', '{}', 0, 0",
    "google, -5, -7, 0, 0",
    "google, 9000000000000000, 3000000000, 1000000000000, 3000000000",
    "google, '\"many\"', '{}', 0, 0"
  })
  void anAnswerSurvivesAWrongUsage(
      String kind, String input, String output, long countedInput, long countedOutput)
      throws Exception {
    String start =
        Anthropic.START.replace(":25", ":" + input).replace("_tokens\":1", "_tokens\":0");
    String events =
        kind.equals("anthropic")
            ? start + Anthropic.text(0, "Hello") + Anthropic.end("end_turn")
            : Replies.answer(kind, "Hello").replace(":25", ":" + input);

    Completion answer = ask(kind, events.replace(":15", ":" + output));

    assertThat(answer.text()).isEqualTo("Hello");
    assertThat(answer.usage()).isEqualTo(new Usage(countedInput, countedOutput));
  }

  @Test
  void cachedInputAndReasoningAreParts() throws Exception {
    String usage =
        OpenAi.USAGE.replace(
            "\"total_tokens\":40",
            "\"prompt_tokens_details\":{\"cached_tokens\":20,\"cache_write_tokens\":3},"
                + "\"completion_tokens_details\":{\"reasoning_tokens\":9}");
    String events = OpenAi.text("x") + OpenAi.delta("{}", "\"stop\"") + usage + OpenAi.DONE;

    assertThat(ask("openai", events).usage()).isEqualTo(new Usage(25, 20, 3, 15, 9, false));
  }

  @Test
  void cachedInputIsInput() throws Exception {
    String events =
        Anthropic.START.replace(
                "\"input_tokens\":25",
                "\"input_tokens\":25,\"cache_creation_input_tokens\":100,"
                    + "\"cache_read_input_tokens\":1000")
            + Anthropic.text(0, "x")
            + Anthropic.end("end_turn");
    assertThat(ask("anthropic", events).usage())
        .isEqualTo(new Usage(1125, 1000, 100, 15, 0, false));
  }

  @Test
  void aServerThatSendsNoUsageNoIdAndNoLastWordIsUnderstood() throws Exception {
    String events = OpenAi.tool(0, "", "ls", "{}") + OpenAi.delta("{}", "\"tool_calls\"");
    Completion answer = ask("openai", events);
    assertThat(answer.usage()).isEqualTo(Usage.NONE);
    assertThat(answer.toolCalls()).containsExactly(new ToolCall("call_1", "ls", "{}"));
  }

  @Test
  void aServerThatRepeatsTheIdWithEachPieceIsUnderstood() throws Exception {
    String call = "{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"function\":%s}]}";
    String events =
        OpenAi.delta(call.formatted("{\"name\":\"ls\",\"arguments\":\"{\"}"), "null")
            + OpenAi.delta(call.formatted("{\"arguments\":\"}\"}"), "null")
            + OpenAi.end("tool_calls");
    assertThat(ask("openai", events).toolCalls()).containsExactly(new ToolCall("c1", "ls", "{}"));
  }

  @Test
  void commentsAndUnknownFieldsAndEventsAreSkipped() throws Exception {
    String events =
        "\uFEFF: OPENROUTER PROCESSING\n\nid: 7\nretry: 10\n\n"
            + Anthropic.START
            + Anthropic.event("brand_new", "{\"type\":\"brand_new\",\"x\":1}")
            + Anthropic.text(0, "x")
            + Anthropic.end("end_turn");
    assertThat(ask("anthropic", events).text()).isEqualTo("x");
  }

  @Test
  void eventsWithoutANameAreKnownByTheirType() throws Exception {
    String events = Anthropic.START + Anthropic.text(0, "x") + Anthropic.end("end_turn");
    assertThat(ask("anthropic", events.replaceAll("event: .*\n", "")).text()).isEqualTo("x");
  }

  @Test
  void halvesOfACharacterArePassedOnTogether() throws Exception {
    String events =
        OpenAi.delta("{\"content\":\"a\\ud83e\"}", "null")
            + OpenAi.delta("{\"content\":\"\\udda6b\"}", "null")
            + OpenAi.end("stop");
    assertThat(ask("openai", events).text()).isEqualTo("a🦦b");
    assertThat(pieces).containsExactly("a", "🦦b");
  }
}
