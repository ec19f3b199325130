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

  /** The next step of a turn. */
  sealed interface Next extends Answer {}

  /**
   * The turn goes on: the runtime runs the tools that the model called, and asks for the next step.
   *
   * @param calls the calls in the model's order; empty if the model must answer again
   */
  record Run(List<ToolCall> calls) implements Next {
    /** Copies the list. */
    public Run {
      calls = List.copyOf(calls);
    }
  }

  /** The turn is over, and its outcome is stored. */
  record Over(Outcome.Kind kind) implements Next {}

  /** The turn waits for something outside of the sandbox and is leased again later. */
  record Paused() implements Next {}
}
