package dev.otters.models.provider.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.otters.api.session.MessageFile;
import dev.otters.api.trace.TracePrompt;
import dev.otters.models.chat.Thinking;
import dev.otters.protocol.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts a conversation to the form that vendors accept: one system message first, no empty
 * message, consecutive messages of the user joined, and arguments that are an object.
 */
final class Transcript {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String NOTHING = "(nothing)";
  private static final Map<String, Object> CACHED = Map.of("cache_control", "ephemeral");

  private final ToolNames tools;
  private final boolean anyId;
  private final StringBuilder system = new StringBuilder();
  private final StringBuilder user = new StringBuilder();
  private final List<ChatMessage> messages = new ArrayList<>();
  private final List<String> thinking = new ArrayList<>();
  private final List<MessageFile> files = new ArrayList<>();
  private final String nonce = UUID.randomUUID().toString();

  /**
   * A converted conversation.
   *
   * @param thinking the thinking of each message of the model, in order; empty for none
   * @param nonce stands before and after the SHA-256 of a file in the place of its base64. The
   *     library copies all text several times, and no message can contain it
   */
  record Converted(List<ChatMessage> messages, List<String> thinking, String nonce) {
    /** Returns a request of the library with the marks of files. */
    String marked(String body) {
      return body.replace(nonce, String.valueOf(TracePrompt.MARK));
    }
  }

  private Transcript(ToolNames tools, boolean anyId) {
    this.tools = tools;
    this.anyId = anyId;
  }

  /**
   * Returns the messages.
   *
   * @param anyId whether the ids of tool calls may contain any character
   */
  static Converted of(
      List<dev.otters.models.chat.ChatMessage> conversation, ToolNames tools, boolean anyId) {
    Transcript transcript = new Transcript(tools, anyId);
    conversation.forEach(transcript::add);
    transcript.endUser();
    if (!transcript.system.isEmpty()) {
      transcript.messages.addFirst(SystemMessage.from(transcript.system.toString()));
    }
    if (!transcript.messages.isEmpty()) {
      transcript.messages.add(marked(transcript.messages.removeLast()));
    }
    return new Converted(transcript.messages, transcript.thinking, transcript.nonce);
  }

  /** Marks the last message, up to which a vendor may cache. Only Anthropic's dialect reads it. */
  private static ChatMessage marked(ChatMessage last) {
    return switch (last) {
      case UserMessage user -> user.toBuilder().attributes(CACHED).build();
      case ToolExecutionResultMessage result -> result.toBuilder().attributes(CACHED).build();
      default -> last;
    };
  }

  private void add(dev.otters.models.chat.ChatMessage message) {
    switch (message) {
      case dev.otters.models.chat.ChatMessage.System(String text) -> join(system, text);
      case dev.otters.models.chat.ChatMessage.User(String text, var sent) -> {
        join(user, text.isBlank() ? NOTHING : text);
        files.addAll(sent);
      }
      case dev.otters.models.chat.ChatMessage.Assistant said -> add(said);
      case dev.otters.models.chat.ChatMessage.ToolResult result -> {
        endUser();
        messages.add(result(result));
      }
    }
  }

  private void add(dev.otters.models.chat.ChatMessage.Assistant said) {
    boolean silent = said.text().isBlank();
    if (silent && said.toolCalls().isEmpty()) {
      return;
    }
    endUser();
    AiMessage.Builder message =
        AiMessage.builder()
            .toolExecutionRequests(said.toolCalls().stream().map(this::request).toList());
    thinking.add(said.thinking().map(Thinking::json).orElse(""));
    messages.add(silent ? message.build() : message.text(said.text()).build());
  }

  private ToolExecutionRequest request(ToolCall call) {
    return ToolExecutionRequest.builder()
        .id(id(call.id()))
        .name(tools.tell(call.name()))
        .arguments(object(call.argumentsJson()))
        .build();
  }

  private ToolExecutionResultMessage result(dev.otters.models.chat.ChatMessage.ToolResult result) {
    return ToolExecutionResultMessage.builder()
        .id(id(result.callId()))
        .toolName(tools.tell(result.name()))
        .text(result.text().isBlank() ? NOTHING : result.text())
        .isError(result.isError())
        .build();
  }

  private String id(String id) {
    return anyId ? id : id.replaceAll("[^A-Za-z0-9_-]", "_");
  }

  /** Wraps malformed arguments of a model, since vendors reject them in later requests. */
  private static String object(String arguments) {
    try {
      if (!arguments.isBlank() && JSON.readTree(arguments).isObject()) {
        return arguments;
      }
    } catch (JacksonException wrong) {
      return wrapped(arguments);
    }
    return arguments.isBlank() ? "{}" : wrapped(arguments);
  }

  private static String wrapped(String arguments) {
    return JSON.createObjectNode().put("malformed_arguments", arguments).toString();
  }

  private void endUser() {
    if (!user.isEmpty()) {
      List<Content> contents = new ArrayList<>(List.of(TextContent.from(user.toString())));
      files.forEach(file -> contents.add(content(file)));
      messages.add(UserMessage.from(contents));
      user.setLength(0);
      files.clear();
    }
  }

  private Content content(MessageFile file) {
    String data = nonce + file.sha256() + nonce;
    return file.type().equals(MessageFile.PDF)
        ? PdfFileContent.from(data, file.type())
        : ImageContent.from(data, file.type());
  }

  private static void join(StringBuilder to, String text) {
    if (!to.isEmpty() && !text.isEmpty()) {
      to.append("\n\n");
    }
    to.append(text);
  }
}
