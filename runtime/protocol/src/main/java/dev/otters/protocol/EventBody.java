package dev.otters.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The events that a runtime writes. */
public sealed interface EventBody {
  /** Returns the kind of event. */
  Kind kind();

  /** The kinds of events that a runtime writes. */
  enum Kind {
    /** {@link AgentMessage}. */
    AGENT_MESSAGE("agent.message"),
    /** {@link ToolUse}. */
    TOOL_USE("agent.tool_use"),
    /** {@link ToolResult}. */
    TOOL_RESULT("agent.tool_result");

    private final String wireName;

    Kind(String wireName) {
      this.wireName = wireName;
    }

    static Optional<Kind> named(String wireName) {
      return Arrays.stream(values()).filter(kind -> kind.wireName.equals(wireName)).findFirst();
    }

    /** Returns the type of the event, such as {@code agent.tool_use}. */
    public String wireName() {
      return wireName;
    }
  }

  /**
   * Text that the model said before it went on to call tools.
   *
   * @param partial always true here: the final answer goes into the ack
   */
  record AgentMessage(String text, boolean partial) implements EventBody {
    @Override
    public Kind kind() {
      return Kind.AGENT_MESSAGE;
    }
  }

  /**
   * The intent to run a tool, durable before it runs.
   *
   * @param args the arguments; empty for none, and when {@code input} is present
   * @param stdin the standard input; empty for none
   * @param step the completion that asked for it, from 1; all calls of one step belong together
   * @param input what the model wrote, verbatim, where that is no valid tool input; the tool does
   *     not run then and a result with the error follows
   */
  record ToolUse(
      String call, String name, List<String> args, String stdin, int step, Optional<String> input)
      implements EventBody {
    /** Copies the list. */
    public ToolUse {
      args = List.copyOf(args);
    }

    @Override
    public Kind kind() {
      return Kind.TOOL_USE;
    }

    /** Returns the call as the model made it, for the transcript. */
    public ToolCall toToolCall() {
      return new ToolCall(call, name, input.orElseGet(() -> new ToolInput(args, stdin).toJson()));
    }
  }

  /**
   * What became of a tool call.
   *
   * @param exitCode the tool's own; {@link #NO_EXIT_CODE} when it did not end by itself
   * @param stdout what is shown of it, with a note in its middle where it was cut
   * @param stderr as stdout
   * @param truncated whether either was cut
   * @param outputFile where the sandbox keeps the whole output, when it was cut
   * @param isError whether the model is told that the call failed
   * @param error why it failed other than by its exit code: not found, timed out, interrupted
   */
  record ToolResult(
      String call,
      String name,
      int exitCode,
      String stdout,
      String stderr,
      long durationMillis,
      boolean truncated,
      Optional<String> outputFile,
      boolean isError,
      Optional<String> error)
      implements EventBody {
    /** Stands for the exit code of a tool that never started or was killed. */
    public static final int NO_EXIT_CODE = -1;

    @Override
    public Kind kind() {
      return Kind.TOOL_RESULT;
    }

    /**
     * Returns the result as the model reads it. A live turn and a transcript made from the log use
     * this one form, so that a resumed session is the same session.
     */
    public ChatMessage.ToolResult toChatMessage() {
      return new ChatMessage.ToolResult(call, name, ToolResultText.of(this), isError);
    }
  }
}
