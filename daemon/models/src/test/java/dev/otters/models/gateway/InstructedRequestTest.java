package dev.otters.models.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.ToolCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The schema of an answer as an instruction, for models that take none. */
class InstructedRequestTest {
  private static final String SCHEMA = "{\"type\":\"object\"}";
  private static final ChatMessage SYSTEM = new ChatMessage.System("Be brief.");
  private static final ChatMessage FIRST = new ChatMessage.User("Hello");
  private static final ChatMessage LAST = new ChatMessage.User("How many?");
  private static final ChatMessage SAID = new ChatMessage.Assistant("Hi", List.of());

  private static List<ChatMessage> instructed(ChatMessage... messages) {
    return new CompletionRequest("m", List.of(messages), List.of(), Map.of(), Optional.of(SCHEMA))
        .instructed()
        .messages();
  }

  private static void assertInstruction(ChatMessage message) {
    assertThat(((ChatMessage.User) message).text()).contains("JSON Schema").endsWith(SCHEMA);
  }

  @Test
  void theSizeCountsNamesAndTheFramesOfMessages() {
    List<ChatMessage> empty = Collections.nCopies(1000, new ChatMessage.User(""));
    ToolCall call = new ToolCall("i".repeat(100), "n".repeat(1000), "{}");
    ToolSchema tool = new ToolSchema("t".repeat(10_000), "", "{}");
    List<ChatMessage> said = new ArrayList<>(empty);
    said.add(new ChatMessage.Assistant("", List.of(call)));
    said.add(new ChatMessage.ToolResult("i".repeat(100), "n".repeat(1000), "", false));

    assertThat(size(empty, List.of())).isGreaterThan(10_000);
    assertThat(size(said, List.of(tool)) - size(empty, List.of())).isGreaterThan(12_200);
  }

  private static long size(List<ChatMessage> messages, List<ToolSchema> tools) {
    return new CompletionRequest("m", messages, tools, Map.of()).size();
  }

  @Test
  void theInstructionStandsBeforeTheLastMessageOfTheUser() {
    List<ChatMessage> messages = instructed(SYSTEM, FIRST, SAID, LAST, SAID);

    assertThat(messages).hasSize(6).startsWith(SYSTEM, FIRST, SAID).endsWith(LAST, SAID);
    assertInstruction(messages.get(3));
  }

  @Test
  void theInstructionStandsFirstWithoutAMessageOfTheUser() {
    List<ChatMessage> messages = instructed(SYSTEM, SAID);

    assertThat(messages).hasSize(3).endsWith(SYSTEM, SAID);
    assertInstruction(messages.getFirst());
  }

  @Test
  void aRequestWithoutASchemaStaysAsItIs() {
    CompletionRequest plain = new CompletionRequest("m", List.of(FIRST), List.of(), Map.of());
    assertThat(plain.instructed()).isSameAs(plain);
  }
}
