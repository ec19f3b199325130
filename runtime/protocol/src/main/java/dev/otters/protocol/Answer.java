package dev.otters.protocol;

import java.util.List;

/** What the daemon answers to a {@link Call} that succeeded. */
public sealed interface Answer {
  /** Says that it is done; an empty object on the wire. */
  record Done() implements Answer {}

  /**
   * Accepts a connection.
   *
   * @param protocol the version that the daemon speaks on this connection
   * @param token a fresh token for the next connection; never printed by {@code toString}
   * @param setup what the agent is made of
   */
  record Welcome(int protocol, String token, AgentSetup setup) implements Answer {
    @Override
    public String toString() {
      return "Welcome[protocol=" + protocol + ", token=***, agent=" + setup.id() + "]";
    }
  }

  /** Gives an activation to the runtime. */
  record Leased(Activation activation) implements Answer {}

  /**
   * Carries what the model said.
   *
   * @param text empty when it only called tools
   * @param toolCalls in the model's order; empty unless it wants tools
   * @param usage what this completion cost
   */
  record Completion(String text, List<ToolCall> toolCalls, StopReason stopReason, Usage usage)
      implements Answer {
    /** Copies the list. */
    public Completion {
      toolCalls = List.copyOf(toolCalls);
    }
  }

  /** Carries a fresh token, which {@code toString} never prints. */
  record Renewed(String token) implements Answer {
    @Override
    public String toString() {
      return "Renewed[token=***]";
    }
  }
}
