package dev.otters.models.provider.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.protocol.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Passes on the pieces of an answer and joins them. */
final class Collector implements StreamingChatResponseHandler {
  private final Consumer<String> text;
  private final Consumer<Usage> reports;
  private final Dialect dialect;
  private final Dialect.Reasoning reasoning;
  private final StringBuilder said = new StringBuilder();
  private String held = "";
  private Usage usage = Usage.NONE;
  private @Nullable ChatResponse response;
  private @Nullable Throwable failure;
  private @Nullable RuntimeException rejection;
  private boolean refused;

  /**
   * Creates a collector of one answer.
   *
   * @param usage receives the usage so far, once the vendor has reported the input
   */
  Collector(Consumer<String> text, Consumer<Usage> usage, Dialect dialect) {
    this.text = text;
    this.reports = usage;
    this.dialect = dialect;
    this.reasoning = dialect.reasoning();
  }

  /** Adds what an event says that the library does not pass on. */
  void add(JsonNode event) {
    reasoning.add(event);
    report(dialect.usage(event));
    dialect
        .refusal(event)
        .ifPresent(
            words -> {
              refused = true;
              say(words);
            });
  }

  private void report(Usage part) {
    Usage more = usage.max(part);
    if (!more.equals(usage) && more.inputTokens() > 0) {
      reports.accept(more);
    }
    usage = more;
  }

  /** Holds back half of a character until the other half arrives. */
  @Override
  public void onPartialResponse(String piece) {
    String whole = held + piece;
    int end = whole.length();
    if (Character.isHighSurrogate(whole.charAt(end - 1))) {
      end--;
    }
    held = whole.substring(end);
    say(whole.substring(0, end));
  }

  private void say(String piece) {
    if (!piece.isEmpty()) {
      said.append(piece);
      pass(piece);
    }
  }

  /** Keeps a failure of the consumer, which the library would report as one of the vendor. */
  private void pass(String piece) {
    try {
      text.accept(piece);
    } catch (RuntimeException e) {
      rejection = rejection == null ? e : rejection;
    }
  }

  @Override
  public void onCompleteResponse(ChatResponse complete) {
    say(held);
    response = complete;
  }

  @Override
  public void onError(Throwable error) {
    if (failure == null) {
      failure = error;
    }
  }

  /**
   * Returns the answer.
   *
   * @param calls the number of earlier tool calls, for ids that the vendor does not provide
   */
  Completion answer(ToolNames tools, int calls, Failures failures) {
    if (rejection != null) {
      throw rejection;
    }
    ChatResponse complete = response;
    if (failure != null || complete == null) {
      throw failures.broken("sent an answer of an unknown form");
    }
    List<ToolCall> wanted = new ArrayList<>();
    for (ToolExecutionRequest request : complete.aiMessage().toolExecutionRequests()) {
      wanted.add(call(request, tools, calls + wanted.size() + 1, failures));
    }
    boolean cut = complete.finishReason() == FinishReason.LENGTH;
    if (said.isEmpty() && wanted.isEmpty() && !cut && !refused) {
      throw failures.empty();
    }
    return new Completion(said.toString(), wanted, reason(cut, wanted), usage, reasoning.json());
  }

  private StopReason reason(boolean cut, List<ToolCall> wanted) {
    if (refused) {
      return StopReason.REFUSED;
    } else if (cut) {
      return StopReason.MAX_TOKENS;
    }
    return wanted.isEmpty() ? StopReason.END_TURN : StopReason.TOOL_USE;
  }

  private static ToolCall call(
      ToolExecutionRequest request, ToolNames tools, int number, Failures failures) {
    if (request.name() == null || request.name().isBlank()) {
      throw failures.broken("called a tool without a name");
    }
    String id = request.id() == null || request.id().isBlank() ? "call_" + number : request.id();
    String arguments = request.arguments() == null ? "" : request.arguments();
    return new ToolCall(id, tools.mean(request.name()), arguments.isBlank() ? "{}" : arguments);
  }
}
