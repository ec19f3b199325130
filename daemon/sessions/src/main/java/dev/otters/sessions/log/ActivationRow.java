package dev.otters.sessions.log;

import dev.otters.home.store.Row;
import dev.otters.protocol.Outcome;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A row of the table {@code activations}: a claim on a session's pending work.
 *
 * @param sandbox the sandbox that runs its turn; that of the agent has the agent's id
 * @param ackedFence the fence of the last attempt that its runtime acknowledged
 * @param ackedOutcome how that attempt ended
 * @param attempts the number of consecutive failed attempts
 * @param unknowns how many of them failed for an unknown reason
 */
public record ActivationRow(
    String id,
    long session,
    UUID agent,
    UUID sandbox,
    String turn,
    ActivationState state,
    long fence,
    long ackedFence,
    Optional<Outcome.Kind> ackedOutcome,
    int attempts,
    int unknowns,
    boolean interrupted,
    Optional<Instant> notBefore) {

  static ActivationRow of(Row row) {
    return new ActivationRow(
        row.text("id"),
        row.number("session"),
        row.uuid("agent"),
        row.uuid("sandbox"),
        row.text("turn"),
        row.constant("state", ActivationState.class),
        row.number("fence"),
        row.number("acked_fence"),
        row.maybeText("acked_outcome").map(Outcome.Kind::valueOf),
        (int) row.number("attempts"),
        (int) row.number("unknowns"),
        row.flag("interrupted"),
        row.maybeTime("not_before"));
  }

  /** Returns whether a runtime has the turn, or may still have it after its lease has expired. */
  public boolean held() {
    return state == ActivationState.LEASED || state == ActivationState.EXPIRED;
  }

  /** Returns whether the activation is leased with this fence. */
  public boolean leasedWith(long claimed) {
    return state == ActivationState.LEASED && fence == claimed;
  }
}
