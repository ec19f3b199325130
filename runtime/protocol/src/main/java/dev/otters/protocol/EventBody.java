package dev.otters.protocol;

import java.util.Optional;

/** The events of a step: what the model answered, and what its tools returned. */
public sealed interface EventBody {
  /** Returns the kind of event. */
  Kind kind();

  /** The kinds of events of a step. */
  enum Kind {
    /** {@link Thinking}. */
    THINKING,
    /** {@link AgentMessage}. */
    AGENT_MESSAGE,
    /** {@link ToolUse}. */
    TOOL_USE,
    /** {@link ToolResult}. */
    TOOL_RESULT
  }

  /**
   * The parts of an answer with tool calls that only its model can read.
   *
   * @param step the number of the completion, from 1
   * @param parts JSON in the form of the provider
   */
  record Thinking(int step, String model, String parts) implements EventBody {
    @Override
    public Kind kind() {
      return Kind.THINKING;
    }
  }

  /**
   * Text that the model wrote before it called tools.
   *
   * @param partial always true; the final answer is part of the ack
   */
  record AgentMessage(String text, boolean partial) implements EventBody {
    @Override
    public Kind kind() {
      return Kind.AGENT_MESSAGE;
    }
  }

  /**
   * The intent to run a tool; durable before the tool runs.
   *
   * @param step the number of the completion that made the call, from 1
   * @param raw the model's text as it came; {@link ToolInput#parse} reads it
   */
  record ToolUse(String call, String name, int step, String raw) implements EventBody {
    @Override
    public Kind kind() {
      return Kind.TOOL_USE;
    }

    /** Returns the body for a call of a completion. */
    public static ToolUse of(ToolCall call, int step) {
      return new ToolUse(call.id(), call.name(), step, call.argumentsJson());
    }

    /** Returns the call in the form of a transcript. */
    public ToolCall toToolCall() {
      return new ToolCall(call, name, raw);
    }
  }

  /**
   * The result of a tool call.
   *
   * @param exitCode the tool's exit code, or {@link #NO_EXIT_CODE} if it did not exit by itself
   * @param stdout the output, with a note in the middle if it was cut
   * @param stderr the error output, cut in the same way
   * @param truncated whether an output was cut
   * @param outputFile the file in the sandbox that keeps the whole output, if it was cut
   * @param isError whether the call failed from the model's view
   * @param error the reason if the tool did not run to its end: not found, timed out, interrupted
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
    /** The exit code of a tool that never started or was killed. */
    public static final int NO_EXIT_CODE = -1;

    /**
     * Returns the result of a call that did not run to its end.
     *
     * @param why the reason, for the model
     */
    public static ToolResult failed(ToolCall call, String why) {
      return new ToolResult(
          call.id(),
          call.name(),
          NO_EXIT_CODE,
          "",
          "",
          0,
          false,
          Optional.empty(),
          true,
          Optional.of(why));
    }

    /** Returns the result of a call that the daemon carried out. */
    public static ToolResult said(ToolCall call, String text) {
      return new ToolResult(
          call.id(), call.name(), 0, text, "", 0, false, Optional.empty(), false, Optional.empty());
    }

    @Override
    public Kind kind() {
      return Kind.TOOL_RESULT;
    }
  }
}
