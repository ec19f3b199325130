package dev.otters.sessions.trace;

import java.time.Duration;
import java.util.Optional;

/**
 * The operator's settings of traces.
 *
 * @param policy the policy; empty for the agent's own, or {@code redacted}
 * @param bytes the limit on the size of all traces; the oldest go first
 * @param age the time after which traces are deleted
 */
public record TraceSettings(Optional<TracePolicy> policy, long bytes, Duration age) {
  /** The settings without an {@code ottersd.yaml}. */
  public static final TraceSettings DEFAULTS =
      new TraceSettings(Optional.empty(), 1L << 30, Duration.ofDays(30));

  /**
   * Returns the policy of an agent: an agent may store less than the operator chose, not more.
   *
   * @param agent the choice of its Agentfile; empty if it made none
   */
  TracePolicy policy(Optional<TracePolicy> agent) {
    return agent
        .map(own -> policy.map(own::and).orElse(own))
        .orElseGet(() -> policy.orElse(TracePolicy.REDACTED));
  }
}
