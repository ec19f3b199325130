package dev.otters.sessions;

import dev.otters.home.store.Tx;
import dev.otters.protocol.TurnOptions;
import dev.otters.sessions.log.ActivationMove;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationState;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.running.Leases;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Recovers turns whose runtime stopped responding, and turns that an earlier daemon left. */
record Recovery(Ledger ledger, Settlement settlement, AgentDirectory directory) {
  /** Ends a lease that was not renewed. The turn waits until the runtime is known to be dead. */
  void expire(Leases.Lease lease) {
    Optional<ActivationRow> expired =
        ledger
            .database()
            .write(
                tx -> {
                  Optional<ActivationRow> turn =
                      ledger
                          .activations()
                          .find(tx, lease.agent(), lease.activation())
                          .filter(row -> row.leasedWith(lease.fence()));
                  turn.ifPresent(row -> expire(tx, row));
                  return turn;
                });
    if (expired.isPresent()) {
      directory.unresponsive(
          lease.sandbox(), "the runtime did not renew the lease of a turn in time");
    }
  }

  private void expire(Tx tx, ActivationRow turn) {
    String reason = "the runtime stopped responding";
    ledger.activations().move(tx, turn, ActivationMove.EXPIRE, reason);
    ledger.sessions().move(tx, turn, SessionStatus.RESCHEDULING, reason);
    ledger.released(tx, turn);
  }

  /** Resumes the work of the previous daemon. */
  void boot(Set<UUID> alive) {
    Map<UUID, TurnOptions> running = new HashMap<>();
    for (UUID sandbox : alive) {
      directory.turn(sandbox).ifPresent(setup -> running.put(sandbox, setup.settings().limits()));
    }
    List<ActivationRow> open =
        ledger
            .database()
            .write(
                tx -> {
                  List<ActivationRow> rows = ledger.activations().open(tx);
                  rows.forEach(
                      turn -> boot(tx, turn, Optional.ofNullable(running.get(turn.sandbox()))));
                  return rows;
                });
    open.stream()
        .filter(turn -> turn.state() == ActivationState.EXPIRED && alive.contains(turn.sandbox()))
        .map(ActivationRow::sandbox)
        .distinct()
        .forEach(
            agent ->
                directory.unresponsive(
                    agent, "the runtime had stopped responding before the daemon restarted"));
  }

  private void boot(Tx tx, ActivationRow turn, Optional<TurnOptions> alive) {
    if (turn.state() == ActivationState.READY) {
      Duration wait = turn.notBefore().map(this::left).orElse(Duration.ZERO);
      tx.afterCommit(() -> ledger.schedule().ready(turn.sandbox(), turn.id(), wait));
    } else if (alive.isEmpty()) {
      settlement.requeue(tx, turn, "the sandbox had ended before the daemon started");
    } else if (turn.state() == ActivationState.LEASED) {
      ledger.taken(tx, turn, alive.get());
    }
  }

  /** Returns the time until an instant, at most the longest back-off. */
  private Duration left(Instant time) {
    Duration left = Duration.between(ledger.time().now(), time);
    return left.compareTo(Backoff.CAP) < 0 ? left : Backoff.CAP;
  }
}
