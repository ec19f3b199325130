package dev.otters.protocol;

import java.util.List;

/**
 * A request from the runtime to the daemon. Every call is idempotent, so it may be sent again after
 * a lost connection.
 *
 * @param <A> the answer to a successful call
 */
public sealed interface Call<A extends Answer> {
  /** Returns the method of this call. */
  default Method method() {
    return Method.of(this);
  }

  /**
   * Authenticates the connection; the first call on each connection.
   *
   * @param protocol the {@link Protocol#VERSION} that the runtime speaks
   * @param token the agent's token; never printed by {@code toString}
   * @param held the activations that the runtime still works on; others become ready again
   * @param runtimeVersion the runtime's release, for the daemon's log
   */
  record Hello(int protocol, String token, List<Held> held, String runtimeVersion)
      implements Call<Answer.Welcome> {
    public Hello {
      held = List.copyOf(held);
    }

    @Override
    public String toString() {
      return "Hello[protocol=" + protocol + ", token=***, held=" + held + "]";
    }
  }

  /**
   * Reports that the context files are written and the tools are checked; sent once per start.
   *
   * @param blocks the sections of the system prompt that the runtime generated, in order
   */
  record Ready(List<Block> blocks) implements Call<Answer.Done> {
    /** Copies the list. */
    public Ready {
      blocks = List.copyOf(blocks);
    }
  }

  /**
   * Reports why the runtime exits.
   *
   * @param reason one of the agent lifecycle's reasons, such as {@code init} or {@code config}
   * @param message one sentence for the operator
   */
  record Fatal(String reason, String message) implements Call<Answer.Done> {}

  /** Waits until there is an activation for this agent. */
  record Lease() implements Call<Answer.Leased> {}

  /** Renews the lease of an activation. */
  record Heartbeat(String activation, long fence) implements Call<Answer.Done> {}

  /**
   * Asks for the next step of the turn. The daemon asks the model, unless the log already has the
   * answer.
   *
   * @param step the number of the completion in this attempt, from 1; the same number gets the same
   *     answer and is paid for once
   */
  record Complete(String activation, long fence, int step) implements Call<Answer.Next> {}

  /**
   * Stores the result of a tool call. It is durable when the call is answered; a second result of
   * the same call changes nothing.
   *
   * @param step the completion that made the call
   */
  record Result(String activation, long fence, int step, EventBody.ToolResult result)
      implements Call<Answer.Done> {}

  /**
   * Ends an attempt that has no answer. Idempotent for the same activation and fence.
   *
   * @param outcome the reason; text that the model had said is in the daemon already
   */
  record Release(String activation, long fence, Outcome.Unanswered outcome)
      implements Call<Answer.Done> {}
}
