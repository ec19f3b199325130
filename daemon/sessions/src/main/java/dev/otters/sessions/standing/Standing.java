package dev.otters.sessions.standing;

import dev.otters.sessions.log.Claim;
import dev.otters.sessions.log.SessionView;
import java.time.Instant;
import java.util.Optional;

/**
 * The work of a session and its wait at one moment.
 *
 * @param awaits what it waits for
 * @param since since when
 * @param claim its open activation; empty if nothing is to be done
 * @param leaseUntil when its lease ends unless the runtime renews it; empty if it has none
 * @param messages how many messages and wakes wait for the next turn, {@link #MOST_COUNTED} at most
 * @param nextWake when its next wake is due; empty if it has none
 */
public record Standing(
    SessionView session,
    Wait awaits,
    Instant since,
    Optional<Claim> claim,
    Optional<Instant> leaseUntil,
    int messages,
    Optional<Instant> nextWake) {
  /** The limit on messages that are counted. */
  public static final int MOST_COUNTED = 100;
}
