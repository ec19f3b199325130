package dev.otters.acceptance.crash;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.PlayedProvider;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** A model that calls a tool in two steps for a message "append MARK", and then answers. */
final class RivalModel extends PlayedProvider {
  static final ToolSchema TOOL = new ToolSchema("sh", "a shell", ToolSchema.BIN_INPUT);

  private static final Usage USAGE = new Usage(7, 1);
  private static final int CALLS = 2;

  private final Queue<String> requests = new ConcurrentLinkedQueue<>();

  RivalModel() {
    super("rival");
  }

  @Override
  public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text) {
    requests.add(request.messages().toString());
    String mark = "";
    int calls = 0;
    for (ChatMessage message : request.messages()) {
      if (message instanceof ChatMessage.User user && user.text().startsWith("append ")) {
        mark = user.text().substring("append ".length());
        calls = 0;
      } else if (message instanceof ChatMessage.Assistant assistant) {
        calls += assistant.toolCalls().size();
      }
    }
    if (calls == CALLS) {
      return new Completion("Done: " + mark, List.of(), StopReason.END_TURN, USAGE);
    }
    String id = mark + "." + (calls + 1);
    String script = "echo " + id + " >> effects; sleep 0.0" + calls * 5;
    ToolInput input = new ToolInput(List.of("-c", script), "");
    ToolCall call = new ToolCall(id, "sh", input.toJson());
    return new Completion("I append.", List.of(call), StopReason.TOOL_USE, USAGE);
  }

  /** Returns the requests about a message. */
  List<String> requests(String mark) {
    return requests.stream().filter(it -> it.contains("append " + mark + ",")).toList();
  }
}
