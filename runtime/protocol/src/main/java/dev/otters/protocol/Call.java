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

  /** Reports that the context files are written and the tools are checked. */
  record Ready() implements Call<Answer.Done> {}

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
   * Appends events to the activation's session. They are durable when the call is answered;
   * repeated event ids change nothing.
   */
  record Append(String activation, long fence, List<Event> events) implements Call<Answer.Done> {
    public Append {
      events = List.copyOf(events);
    }
  }

  /**
   * Asks the model for the next message.
   *
   * @param call the idempotency key: the same id gets the same answer and is paid for once
   * @param messages the whole prompt, the system prompt first
   * @param tools the tools that the model may call; empty for none
   */
  record Complete(
      String activation,
      long fence,
      String call,
      List<ChatMessage> messages,
      List<ToolSchema> tools)
      implements Call<Answer.Completion> {
    public Complete {
      messages = List.copyOf(messages);
      tools = List.copyOf(tools);
    }
  }

  /** Ends an activation in one transaction. Idempotent for the same activation and fence. */
  record Ack(String activation, long fence, Outcome outcome, Usage usage)
      implements Call<Answer.Done> {}

  /** Asks for a fresh token. */
  record Renew() implements Call<Answer.Renewed> {}
}
