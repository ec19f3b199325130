package dev.otters.sessions;

import dev.otters.api.session.EventType;
import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Held;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.budget.Spending;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationState;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog.Draft;
import dev.otters.sessions.log.Sender;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.running.TurnListener;
import dev.otters.sessions.wake.WakeRows;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Sessions as runtimes see them. The socket of a call identifies its sandbox, and so its agent.
 * Every write names an activation and a fence; a write under a fence that is not current is refused
 * with {@code STALE_FENCE} and changes nothing.
 */
public final class TurnService {
  private final Ledger ledger;
  private final Settlement settlement;
  private final Leasing leasing;

  TurnService(Ledger ledger, Settlement settlement, Leasing leasing) {
    this.ledger = ledger;
    this.settlement = settlement;
    this.leasing = leasing;
  }

  /** Sets the listener for interrupts and ends. */
  public void listen(TurnListener listener) {
    ledger.listen(listener);
  }

  /** Sets the source of the contexts of models in tokens, of which it knows some. */
  public void measure(Function<String, OptionalInt> models) {
    leasing.measure(models);
  }

  /**
   * Makes a connection the only one that leases work for the sandbox. Turns that the runtime holds
   * go on; turns that it does not hold become ready again.
   *
   * @param owner a unique name of the connection
   * @param held the activations that the runtime works on
   * @return the activations that were interrupted while the runtime was away
   */
  public List<String> connect(UUID sandbox, String owner, List<Held> held) {
    return ledger
        .database()
        .write(
            tx -> {
              leasing.own(sandbox, owner);
              if (WakeRows.any(tx)) {
                tx.afterCommit(ledger.due());
              }
              List<ActivationRow> rows = ledger.activations().held(tx, sandbox);
              rows.stream()
                  .filter(turn -> turn.state() == ActivationState.LEASED)
                  .filter(turn -> !held.contains(new Held(turn.id(), turn.fence())))
                  .forEach(turn -> settlement.lost(tx, turn));
              List<ActivationRow> kept =
                  rows.stream()
                      .filter(turn -> turn.leasedWith(turn.fence()))
                      .filter(turn -> held.contains(new Held(turn.id(), turn.fence())))
                      .toList();
              tx.afterCommit(
                  () -> kept.forEach(turn -> ledger.leases().renew(turn.id(), turn.fence())));
              return kept.stream()
                  .filter(ActivationRow::interrupted)
                  .map(ActivationRow::id)
                  .toList();
            });
  }

  /** Forgets a closed connection. Its turns go on until their leases end. */
  public void disconnect(UUID sandbox, String owner) {
    leasing.disown(sandbox, owner);
  }

  /**
   * Waits until the sandbox has work, and leases it.
   *
   * @throws SessionException with {@code SUPERSEDED} if another connection took over
   * @throws InterruptedException if the thread is interrupted before anything is leased
   */
  public Activation lease(UUID sandbox, String owner) throws InterruptedException {
    return leasing.lease(sandbox, owner);
  }

  /** Lets the agent start no turns until the hold is closed; running turns go on. */
  public TurnHold hold(UUID agent) {
    return new TurnHold(ledger, agent);
  }

  /** Returns the context of a model in tokens, if it is known. */
  OptionalInt contextSize(String model) {
    return leasing.contextSize(model);
  }

  static Outcome.ErrorKind kind(StoreException.Reason reason) {
    return switch (reason) {
      case BUSY, IO, FULL, CLOSED -> Outcome.ErrorKind.TRANSIENT;
      case DAMAGED -> Outcome.ErrorKind.PERMANENT;
      case NEWER_SCHEMA, CHANGED_MIGRATION, NETWORK_FILE_SYSTEM, CONSTRAINT, STATEMENT ->
          Outcome.ErrorKind.UNKNOWN;
    };
  }

  /** Renews the lease for 30 s. */
  public void heartbeat(UUID agent, String activation, long fence) {
    ledger.database().read(rows -> ledger.holder(rows, agent, activation, fence));
    if (!ledger.leases().renew(activation, fence)) {
      throw SessionException.stale(activation, fence);
    }
  }

  /** Renews all leases of a sandbox whose runtime waits for the daemon. */
  public void renew(UUID sandbox) {
    ledger.leases().renew(sandbox);
  }

  /**
   * Refuses a turn that another sandbox runs.
   *
   * @throws SessionException with {@code STALE_FENCE}
   */
  public void requireOwn(UUID sandbox, String activation, long fence) {
    if (ledger.leases().isOfAnother(sandbox, activation)) {
      throw SessionException.stale(activation, fence);
    }
  }

  /**
   * Appends events of the turn, once per event id; they are durable on return. If the disk is full,
   * the turn fails.
   *
   * @throws SessionException with {@code STALE_FENCE}, also if the turn fails here
   */
  public void append(UUID agent, String activation, long fence, List<Event> events) {
    append(agent, activation, fence, events, Receipt.NONE);
  }

  void append(UUID agent, String activation, long fence, List<Event> events, Receipt receipt) {
    write(
        agent,
        activation,
        fence,
        receipt,
        (tx, turn) -> append(tx, turn, events, Optional.of(Sender.RUNTIME)));
  }

  /**
   * Writes to a turn. If the disk is full, writes without the texts of the receipt, or fails the
   * turn.
   */
  void write(
      UUID agent,
      String activation,
      long fence,
      Receipt receipt,
      BiConsumer<Tx, ActivationRow> work) {
    boolean fits =
        fits(tx -> write(tx, agent, activation, fence, receipt, work))
            || fits(tx -> write(tx, agent, activation, fence, receipt.small(), work));
    if (!fits) {
      ack(agent, activation, fence, Leasing.DISK_FULL, receipt.small());
      throw SessionException.stale(activation, fence);
    }
  }

  /** Prepares a write to a turn. If the disk is full, fails the turn. */
  <T> T prepare(
      UUID agent, String activation, long fence, Receipt receipt, Supplier<T> preparation) {
    try {
      return preparation.get();
    } catch (StoreException e) {
      if (!e.full()) {
        throw e;
      }
      ack(agent, activation, fence, Leasing.DISK_FULL, receipt.small());
      throw SessionException.stale(activation, fence);
    }
  }

  /** Adds data, and returns false if the disk is full. */
  private boolean fits(Function<Tx, Integer> work) {
    try {
      int unused = ledger.database().add(work);
      return true;
    } catch (StoreException e) {
      if (!e.full()) {
        throw e;
      }
      return false;
    }
  }

  /** Counts an answer that no turn uses, because it was interrupted or goes on elsewhere. */
  void late(UUID agent, String activation, long fence, Receipt receipt) {
    save(receipt, kept -> tx -> late(tx, agent, activation, fence, kept));
  }

  private void late(Tx tx, UUID agent, String activation, long fence, Receipt receipt) {
    ledger
        .activations()
        .find(tx, agent, activation)
        .ifPresentOrElse(
            turn -> keep(tx, turn, fence, receipt),
            () -> receipt.spent().ifPresent(spent -> pay(tx, agent, activation, fence, spent)));
  }

  /** Stores a receipt with a change. If the disk is full, stores it without texts. */
  private void save(Receipt receipt, Function<Receipt, Consumer<Tx>> change) {
    boolean saved =
        !receipt.traces().isEmpty()
            && fits(
                tx -> {
                  change.apply(receipt).accept(tx);
                  return 1;
                });
    if (!saved) {
      ledger.database().update(change.apply(receipt.small()));
    }
  }

  private void keep(Tx tx, ActivationRow turn, long fence, Receipt receipt) {
    receipt.spent().ifPresent(spent -> pay(tx, turn, fence, spent));
    if (!receipt.traces().isEmpty()) {
      receipt.trace(tx, turn, fence);
      ledger.traces().limit(tx);
    }
  }

  private void pay(Tx tx, ActivationRow turn, long fence, Spent spent) {
    Instant now = ledger.time().now();
    boolean fresh = spent.save(tx, turn.agent(), turn.session(), turn.id(), fence, now);
    if (fresh) {
      Spending.add(tx, turn.agent(), turn.session(), now, spent.amount());
    }
    if (fresh && turn.state().closed()) {
      ledger.sessions().count(tx, turn.session(), spent.usage());
    }
  }

  /** Counts an answer whose session was removed meanwhile: no session has the key 0. */
  private void pay(Tx tx, UUID agent, String activation, long fence, Spent spent) {
    Instant now = ledger.time().now();
    if (spent.save(tx, agent, 0, activation, fence, now)) {
      Spending.add(tx, agent, 0, now, spent.amount());
    }
  }

  private int write(
      Tx tx,
      UUID agent,
      String activation,
      long fence,
      Receipt receipt,
      BiConsumer<Tx, ActivationRow> work) {
    ActivationRow turn = ledger.holder(tx, agent, activation, fence);
    keep(tx, turn, fence, receipt);
    work.accept(tx, turn);
    return 1;
  }

  /** Ends an attempt until its calls have their results. */
  void pause(Tx tx, ActivationRow turn, String reason) {
    settlement.pause(tx, turn, reason);
  }

  /** Appends events of the daemon or the model within a transaction. */
  void append(Tx tx, ActivationRow turn, List<Event> events) {
    append(tx, turn, events, Optional.empty());
  }

  private void append(Tx tx, ActivationRow turn, List<Event> events, Optional<Sender> sender) {
    for (Event event : events) {
      String body = Bodies.of(event.body());
      Optional<String> id = Optional.of(event.id());
      Draft draft = new Draft(id, type(event.body().kind()), Optional.of(turn), body);
      ledger.log().append(tx, turn.session(), sender.map(draft::from).orElse(draft));
    }
  }

  private static EventType type(EventBody.Kind kind) {
    return switch (kind) {
      case THINKING -> EventType.THINKING;
      case AGENT_MESSAGE -> EventType.AGENT_MESSAGE;
      case TOOL_USE -> EventType.TOOL_USE;
      case TOOL_RESULT -> EventType.TOOL_RESULT;
    };
  }

  /**
   * Ends the attempt in one transaction. Repeating an end under the same fence changes nothing, but
   * an answer that comes with it counts. If the disk is too full for the outcome, the turn fails.
   */
  public void ack(UUID agent, String activation, long fence, Outcome outcome) {
    ack(agent, activation, fence, outcome, Receipt.NONE);
  }

  void ack(UUID agent, String activation, long fence, Outcome outcome, Receipt receipt) {
    try {
      settle(agent, activation, fence, outcome, receipt);
    } catch (StoreException e) {
      if (!e.full() || outcome.equals(Leasing.DISK_FULL)) {
        throw e;
      }
      settle(agent, activation, fence, Leasing.DISK_FULL, receipt.small());
    }
    ledger.catalog().update(agent, activation);
  }

  private void settle(UUID agent, String activation, long fence, Outcome outcome, Receipt receipt) {
    save(
        receipt,
        kept ->
            tx -> {
              Optional<ActivationRow> row = ledger.activations().find(tx, agent, activation);
              boolean said = row.isPresent() && row.get().ackedFence() == fence;
              if (said && fence > 0) {
                keep(tx, row.get(), fence, kept);
              } else {
                ActivationRow turn = ledger.holder(tx, agent, activation, fence);
                keep(tx, turn, fence, kept);
                settlement.acknowledge(tx, turn, outcome);
              }
            });
  }

  /** Called when the runtime of a sandbox is dead; only now may its turns run again. */
  public void runtimeExited(UUID sandbox, RuntimeExit death) {
    List<ActivationRow> ended =
        ledger
            .database()
            .write(
                tx -> {
                  leasing.disown(sandbox);
                  List<ActivationRow> held = ledger.activations().held(tx, sandbox);
                  held.forEach(turn -> settlement.died(tx, turn, death));
                  return held;
                });
    ended.forEach(turn -> ledger.catalog().update(turn.agent(), turn.id()));
  }
}
