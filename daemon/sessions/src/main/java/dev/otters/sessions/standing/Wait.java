package dev.otters.sessions.standing;

import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.budget.Limit;
import dev.otters.sessions.custom.CustomCall;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The wait of a session. */
public sealed interface Wait {
  /** Nothing: the session has ended. */
  record Nothing() implements Wait {}

  /** A message: nothing is to be done. */
  record Message() implements Wait {}

  /** The end of the running turn. */
  record Turn() implements Wait {}

  /** Proof that a runtime is dead that stopped responding. */
  record Death() implements Wait {}

  /** The time of the next attempt. */
  record Retry(Instant at) implements Wait {}

  /** The agent: it has no runtime that takes work. */
  record Agent() implements Wait {}

  /**
   * The session's own sandbox, which does not run.
   *
   * @param why such as {@code it failed}
   */
  record Sandbox(String why) implements Wait {}

  /** A new sandbox of the agent, which starts no turns before. */
  record NewSandbox() implements Wait {}

  /**
   * The end of another turn of the agent.
   *
   * @param running how many run, which is the limit
   */
  record Place(int running) implements Wait {}

  /** The runtime, which takes the turn at once. */
  record Pickup() implements Wait {}

  /**
   * The operator's decision about calls.
   *
   * @param calls those that are pending, in the order of the turn
   */
  record Decision(List<Approval> calls) implements Wait {
    /** Copies the list. */
    public Decision {
      calls = List.copyOf(calls);
    }
  }

  /**
   * The client, which answers calls of its own tools.
   *
   * @param call the first of these calls
   */
  record Client(CustomCall call) implements Wait {}

  /** The results of calls of a paused turn. */
  record Results() implements Wait {}

  /**
   * The operator, since the turn failed for good.
   *
   * @param budget the limit that stopped it; empty for another failure
   */
  record Operator(Optional<Limit> budget) implements Wait {}
}
