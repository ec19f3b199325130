package dev.otters.models.provider.scripted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.MessageFile;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.protocol.ToolCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayProviderTest {
  private static final String RECORDED =
      """
      {"type":"session","version":2,"id":"api:1"}
      {"type":"message","role":"user","content":"What is here?"}
      {"type":"message","role":"assistant","content":"I look.","metadata":{"kind":"chat"}}
      {"type":"tool_call","tool":"sh","arguments":{"args":["-c","ls"]},"tool_call_id":"c1"}
      {"type":"tool_call","tool":"sh","arguments":{"args":["-c","pwd"]},"tool_call_id":"c2"}
      {"type":"tool_result","tool":"sh","ok":true,"tool_call_id":"c1","content":{"stdout":"a"}}
      {"type":"tool_result","tool":"sh","ok":true,"tool_call_id":"c2","content":{"stdout":"/"}}
      {"type":"message","role":"assistant","content":"One","metadata":{"partial":true}}
      {"type":"message","role":"assistant","content":"One file."}
      {"type":"custom_message","custom_type":"turn_stub"}
      {"type":"message","role":"user","content":"Again?"}
      {"type":"message","role":"assistant","content":"Yes."}
      {"type":"message","role":"user","content":"Again?"}
      {"type":"message","role":"assistant","content":"No."}
      """;

  @TempDir Path folder;
  private ReplayProvider provider;
  private final List<String> pieces = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    provider = new ReplayProvider(List.of(folder));
    Files.writeString(folder.resolve("demo.jsonl"), RECORDED);
  }

  private Completion ask(ChatMessage... messages) throws InterruptedException {
    return provider.complete(
        new CompletionRequest("demo", List.of(messages), List.of(), Map.of()), pieces::add);
  }

  private static ChatMessage.User user(String text) {
    return new ChatMessage.User(text);
  }

  private static ChatMessage.Assistant said(String text) {
    return new ChatMessage.Assistant(text, List.of());
  }

  @Test
  void aMessageGetsItsRecordedAnswerWithTheCalls() throws Exception {
    Completion answer = ask(new ChatMessage.System("You."), user("What is here?"));

    assertThat(answer.text()).isEqualTo("I look.");
    assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(answer.toolCalls())
        .containsExactly(
            new ToolCall("c1", "sh", "{\"args\":[\"-c\",\"ls\"]}"),
            new ToolCall("c2", "sh", "{\"args\":[\"-c\",\"pwd\"]}"));
    assertThat(String.join("", pieces)).isEqualTo("I look.");
  }

  @Test
  void theNextStepFollowsWhateverTheToolsSayThisTime() throws Exception {
    Completion first = ask(user("What is here?"));

    Completion answer =
        ask(
            user("What is here?"),
            new ChatMessage.Assistant(first.text(), first.toolCalls()),
            new ChatMessage.ToolResult("c1", "sh", "something else", false),
            new ChatMessage.ToolResult("c2", "sh", "", true));

    assertThat(answer.text()).isEqualTo("One file.");
    assertThat(answer.stopReason()).isEqualTo(StopReason.END_TURN);
  }

  @Test
  void aRepeatedMessageGetsTheAnswersInTheirOrder() throws Exception {
    assertThat(ask(user("Again?")).text()).isEqualTo("Yes.");
    assertThat(ask(user("Again?"), said("Yes."), user("Again?")).text()).isEqualTo("No.");
    assertThat(
            ask(user("Again?"), said("Yes."), user("Again?"), said("No."), user("Again?")).text())
        .isEqualTo("No.");
  }

  @Test
  void aMessageWithFilesGetsItsRecordedAnswer() throws Exception {
    Files.writeString(
        folder.resolve("files.jsonl"),
        """
        {"type":"file","name":"a.txt","media_type":"text/plain","size":3,"sha256":"t","data":"YWJj"}
        {"type":"file","name":"b.png","media_type":"image/png","size":9,"sha256":"i","data":"eA=="}
        {"type":"message","role":"user","content":"Look.","files":[\
        {"name":"b.png","media_type":"image/png","size":9,"sha256":"i"},\
        {"name":"a.txt","media_type":"text/plain","size":3,"sha256":"t"}]}
        {"type":"message","role":"assistant","content":"I see."}
        """);
    MessageFile image = new MessageFile("b.png", "image/png", 9, "i");
    ChatMessage.User message =
        new ChatMessage.User(
            "Look.\n\n"
                + new MessageFile("a.txt", "text/plain", 3, "t").block("abc")
                + "\n\n"
                + image.line(),
            List.of(image));

    Completion answer =
        provider.complete(
            new CompletionRequest("files", List.of(message), List.of(), Map.of()), pieces::add);

    assertThat(answer.text()).isEqualTo("I see.");
  }

  @Test
  void aMessageThatWasNeverRecordedHasNoAnswer() {
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> ask(user("What else?")))
        .withMessageContaining("the recording demo has no answer to step 1 of this message");
  }

  @Test
  void aDamagedLineIsNamed() throws Exception {
    Files.writeString(folder.resolve("demo.jsonl"), RECORDED + "{\"type\":\"mess");

    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> provider.check("demo"))
        .withMessageContaining("demo.jsonl: line 15 is not JSON");

    Files.writeString(folder.resolve("demo.jsonl"), "[]");
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> provider.check("demo"))
        .withMessageContaining("line 1 is not a JSON object");
  }

  @Test
  void aRecordingOfAnySizeIsNotRead() throws Exception {
    try (var file = new java.io.RandomAccessFile(folder.resolve("huge.jsonl").toFile(), "rw")) {
      file.setLength(1L << 30);
    }

    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> provider.check("huge"))
        .withMessageContaining("larger than 16 MiB");
  }

  @Test
  void theRecordingsAreItsModels() throws Exception {
    Files.writeString(folder.resolve("script.yaml"), "rules: []");

    assertThat(provider.models()).extracting(ModelOffer::name).containsExactly("demo");
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> provider.check("../demo"))
        .withMessageContaining("is not a valid recording name");
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> provider.check("none"))
        .withMessageContaining("there is no recording \"none\"; looked for " + folder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":[\"message\"]}",
        "{\"type\":\"message\",\"role\":\"assistant\",\"content\":{\"a\":1}}",
        "{\"type\":\"message\",\"role\":{}}",
        "{\"type\":\"file\",\"sha256\":\"t\",\"data\":\"?!\"}",
        "{\"type\":\"message\",\"role\":\"assistant\",\"metadata\":{\"partial\":\"maybe\"}}",
        "{\"type\":\"tool_call\",\"tool\":[],\"tool_call_id\":{}}",
      })
  void aFieldOfTheWrongKindIsNamed(String line) throws Exception {
    Files.writeString(folder.resolve("demo.jsonl"), RECORDED + line);

    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> provider.check("demo"))
        .withMessageContaining("demo.jsonl: line 15 ");
  }

  @Test
  void deepJsonIsNotRead() throws Exception {
    Files.writeString(
        folder.resolve("demo.jsonl"), RECORDED + "{\"type\":" + "[".repeat(1_000_000));

    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> provider.check("demo"))
        .withMessageContaining("line 15 is not JSON");
  }
}
