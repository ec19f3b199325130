package dev.otters.sessions;

import dev.otters.home.store.Tx;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.approval.ApprovalRows;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.budget.Spending;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionRows.Unused;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Deletes sessions with their logs, and ends their followers. */
public final class SessionRemoval {
  /** The delay after which the texts of removed sessions are deleted, several together. */
  private static final Duration TEXTS = Duration.ofSeconds(10);

  private final Ledger ledger;
  private final AgentDirectory directory;

  SessionRemoval(Ledger ledger, AgentDirectory directory) {
    this.ledger = ledger;
    this.directory = directory;
  }

  /**
   * Deletes a session.
   *
   * @param force whether to interrupt a running turn
   * @throws SessionException with {@code NOT_FOUND} or {@code RUNNING}
   */
  public void remove(UUID agent, SessionId session, boolean force) {
    ledger
        .database()
        .update(
            tx -> {
              long key = ledger.key(tx, agent, session);
              Optional<ActivationRow> open = ledger.activations().open(tx, key);
              Optional<ActivationRow> running = open.filter(ActivationRow::held);
              boolean calls = open.filter(turn -> runsCalls(tx, turn)).isPresent();
              if ((running.isPresent() || calls) && !force) {
                throw SessionException.running(session);
              }
              open.ifPresent(turn -> stopCalls(tx, turn));
              running.ifPresent(turn -> abort(tx, turn));
              remove(tx, agent, key);
              open.ifPresent(turn -> tx.afterCommit(() -> ledger.spools().discard(turn.id())));
            });
  }

  /** Deletes a session unless it was used meanwhile. */
  void removeUnused(Tx tx, Unused session, Instant before) {
    if (ledger.sessions().isUnused(tx, session.key(), before)) {
      remove(tx, session.agent(), session.key());
    }
  }

  private void remove(Tx tx, UUID agent, long key) {
    OwnSandboxes.of(tx, key).ifPresent(it -> tx.afterCommit(() -> ledger.sandboxes().unused(it)));
    ledger.lineage(directory).release(tx, key);
    ledger.delete(tx, agent, key);
    tx.afterCommit(() -> ledger.streams().deleted(key));
    tx.afterCommit(() -> ledger.traces().cleanSoon(TEXTS));
  }

  /** Returns whether calls of a turn run, or are about to. */
  private static boolean runsCalls(Tx tx, ActivationRow turn) {
    return ApprovalRows.of(tx, turn.id(), turn.fence()).stream()
        .map(Approval::state)
        .anyMatch(state -> state == ApprovalState.ALLOWED || state == ApprovalState.RUNNING);
  }

  private void stopCalls(Tx tx, ActivationRow turn) {
    ApprovalRows.of(tx, turn.id(), turn.fence())
        .forEach(approval -> tx.afterCommit(() -> ledger.gatedCalls().stop(approval.key())));
  }

  /** Tells the runtime to stop. Whatever it still reports is stale. */
  private void abort(Tx tx, ActivationRow turn) {
    tx.afterCommit(() -> ledger.listener().interrupted(turn.sandbox(), turn.id()));
    ledger.released(tx, turn);
  }

  /** Deletes all sessions of an agent within the given transaction. */
  public void removeAll(Tx tx, UUID agent) {
    List<Long> keys = ledger.sessions().keys(tx, agent);
    List<ActivationRow> held = ledger.activations().heldOfAgent(tx, agent);
    ledger.lineage(directory).release(tx, agent);
    ledger.delete(tx, agent);
    Spending.forget(tx, agent);
    held.forEach(turn -> ledger.released(tx, turn));
    tx.afterCommit(() -> held.forEach(turn -> ledger.spools().discard(turn.id())));
    tx.afterCommit(() -> keys.forEach(ledger.streams()::deleted));
    tx.afterCommit(() -> ledger.traces().cleanSoon(TEXTS));
    tx.afterCommit(() -> ledger.servers().forget(agent));
  }
}
