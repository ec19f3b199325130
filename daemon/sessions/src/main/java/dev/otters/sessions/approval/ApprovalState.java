package dev.otters.sessions.approval;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The state of one call of a gated tool. A test compares the moves with docs/approvals.md. */
public enum ApprovalState {
  /** Waiting for the operator. */
  PENDING,
  /** Allowed, and about to run. */
  ALLOWED,
  /** Running. A call that a dead daemon left here may or may not have happened. */
  RUNNING,
  /** The model has its result. */
  FINISHED,
  /** The operator denied it, or stopped its turn. */
  DENIED,
  /** The operator did not decide in time. */
  EXPIRED;

  /** The condition of the index of open approvals. Without it, a query reads the whole table. */
  static final String OPEN =
      Arrays.stream(values())
          .filter(state -> !state.next().isEmpty())
          .map(state -> "'" + state.name() + "'")
          .collect(Collectors.joining(", ", "state IN (", ")"));

  /** Returns the states that may come next; empty for a final one. */
  public Set<ApprovalState> next() {
    return switch (this) {
      case PENDING -> Set.of(ALLOWED, DENIED, EXPIRED);
      case ALLOWED -> Set.of(RUNNING, DENIED);
      case RUNNING -> Set.of(FINISHED, DENIED);
      case FINISHED, DENIED, EXPIRED -> Set.of();
    };
  }

  /** Returns the name used in documents and responses. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
