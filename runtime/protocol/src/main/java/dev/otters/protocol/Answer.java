package dev.otters.protocol;

import java.util.List;

/** The daemon's answer to a successful {@link Call}. */
public sealed interface Answer {
  /** Success without a result; an empty object on the wire. */
  record Done() implements Answer {}

  /**
   * An accepted connection.
   *
   * @param protocol the version that the daemon speaks on this connection
   * @param token a fresh token for the next connection; never printed by {@code toString}
   * @param setup the setup of the agent
   */
  record Welcome(int protocol, String token, AgentSetup setup) implements Answer {
    @Override
    public String toString() {
      return "Welcome[protocol=" + protocol + ", token=***, agent=" + setup.identity().id() + "]";
    }
  }

  /** A leased activation. */
  record Leased(Activation activation) implements Answer {}

  /**
   * A completion of the model.
   *
   * @param text empty if the model only called tools
   * @param toolCalls the calls in the model's order
   * @param usage the tokens that this completion used
   */
  record Completion(String text, List<ToolCall> toolCalls, StopReason stopReason, Usage usage)
      implements Answer {
    public Completion {
      toolCalls = List.copyOf(toolCalls);
    }
  }

  /** A fresh token, never printed by {@code toString}. */
  record Renewed(String token) implements Answer {
    @Override
    public String toString() {
      return "Renewed[token=***]";
    }
  }
}
