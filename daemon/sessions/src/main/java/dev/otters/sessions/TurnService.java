package dev.otters.sessions;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Rows;
import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Held;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.TurnOptions;
import dev.otters.protocol.Usage;
import dev.otters.sessions.EventLog.Draft;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sessions as runtimes see them. The socket of a call identifies its agent. Every write names an
 * activation and a fence; a write under a fence that is not current is refused with {@code
 * STALE_FENCE} and changes nothing.
 */
public final class TurnService {
  private static final Outcome DISK_FULL =
      new Outcome.Failed(
          Outcome.ErrorKind.PERMANENT,
          "the disk of the daemon's home is full. Make room, then send the message again.");

  private final Ledger ledger;
  private final Settlement settlement;
  private final AgentDirectory directory;
  private final Map<UUID, String> owners = new ConcurrentHashMap<>();

  TurnService(Ledger ledger, Settlement settlement, AgentDirectory directory) {
    this.ledger = ledger;
    this.settlement = settlement;
    this.directory = directory;
  }

  /** Sets the listener for interrupts and ends. */
  public void listen(TurnListener listener) {
    ledger.listen(listener);
  }

  /**
   * Makes a connection the only one that leases work for the agent. Turns that the runtime holds go
   * on; turns that it does not hold become ready again.
   *
   * @param owner a unique name of the connection
   * @param held the activations that the runtime works on
   * @return the activations that were interrupted while the runtime was away
   */
  public List<String> connect(UUID agent, String owner, List<Held> held) {
    return ledger
        .database()
        .write(
            tx -> {
              owners.put(agent, owner);
              List<ActivationRow> rows = ledger.activations().held(tx, agent);
              rows.stream()
                  .filter(turn -> turn.state() == ActivationState.LEASED)
                  .filter(turn -> !held.contains(new Held(turn.id(), turn.fence())))
                  .forEach(
                      turn -> settlement.requeue(tx, turn, "the runtime no longer holds the turn"));
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
  public void disconnect(UUID agent, String owner) {
    owners.remove(agent, owner);
  }

  /**
   * Waits until the agent has work, and leases it.
   *
   * @throws SessionException with {@code SUPERSEDED} if another connection took over
   * @throws InterruptedException if the thread is interrupted before anything is leased
   */
  public Activation lease(UUID agent, String owner) throws InterruptedException {
    while (true) {
      long mark = ledger.schedule().mark(agent);
      Optional<Activation> leased = tryLease(agent, owner);
      if (leased.isPresent()) {
        return leased.get();
      }
      ledger.schedule().awaitChange(agent, mark);
    }
  }

  /** Leases work if there is any. */
  Optional<Activation> tryLease(UUID agent, String owner) {
    int parallel = directory.maxParallelTurns(agent);
    TurnOptions options = directory.turnOptions(agent);
    return ledger
        .database()
        .write(tx -> take(tx, agent, owner, parallel, limit(options)))
        .flatMap(turn -> freeze(turn, options));
  }

  private Optional<ActivationRow> take(
      Tx tx, UUID agent, String owner, int parallel, Duration limit) {
    if (!owner.equals(owners.get(agent))) {
      throw SessionException.superseded();
    }
    if (ledger.activations().held(tx, agent).size() >= parallel) {
      return Optional.empty();
    }
    Optional<ActivationRow> leased =
        ledger.activations().ready(tx, agent).stream()
            .filter(turn -> ledger.schedule().isDue(turn.id()))
            .findFirst()
            .flatMap(turn -> ledger.activations().lease(tx, turn, owner));
    leased.ifPresent(turn -> begin(tx, turn, limit));
    return leased;
  }

  private void begin(Tx tx, ActivationRow turn, Duration limit) {
    List<String> messages = ledger.log().claim(tx, turn);
    Map<String, ?> body =
        Map.of("attempt", turn.attempts() + 1, "fence", turn.fence(), "messages", messages);
    ledger.append(tx, turn, EventType.TURN_STARTED, Bodies.of(body));
    ledger.sessions().move(tx, turn, SessionStatus.RUNNING, "a turn started");
    ledger.taken(tx, turn, limit);
  }

  /**
   * Builds the activation that the runtime receives. If the log cannot be read or sent, the attempt
   * fails and the runtime goes on. Only a log that is too long or damaged fails the turn for good.
   */
  private Optional<Activation> freeze(ActivationRow turn, TurnOptions options) {
    try {
      return Optional.of(ledger.database().read(rows -> freeze(rows, turn, options)));
    } catch (TranscriptTooLongException e) {
      refuse(turn, Outcome.ErrorKind.PERMANENT, String.valueOf(e.getMessage()));
    } catch (StoreException e) {
      refuse(turn, kind(e.reason()), unreadable(e));
    } catch (RuntimeException e) {
      refuse(turn, Outcome.ErrorKind.PERMANENT, unreadable(e));
    }
    return Optional.empty();
  }

  private static String unreadable(RuntimeException e) {
    return "cannot read the session's log: " + e.getMessage();
  }

  static Outcome.ErrorKind kind(StoreException.Reason reason) {
    return switch (reason) {
      case BUSY, IO, FULL, CLOSED -> Outcome.ErrorKind.TRANSIENT;
      case DAMAGED -> Outcome.ErrorKind.PERMANENT;
      case NEWER_SCHEMA, CHANGED_MIGRATION, NETWORK_FILE_SYSTEM, CONSTRAINT, STATEMENT ->
          Outcome.ErrorKind.UNKNOWN;
    };
  }

  private void refuse(ActivationRow turn, Outcome.ErrorKind kind, String why) {
    Outcome failure = new Outcome.Failed(kind, why);
    ack(turn.agent(), turn.id(), turn.fence(), failure, Usage.NONE);
  }

  private Activation freeze(Rows rows, ActivationRow turn, TurnOptions options) {
    Transcripts.Transcript transcript = Transcripts.of(rows, turn.session(), turn.id());
    return new Activation(
        turn.id(),
        turn.fence(),
        ledger.sessions().id(rows, turn.session()).value(),
        turn.turn(),
        transcript.messages(),
        transcript.recoveryNote(),
        options);
  }

  /** Renews the lease for 30 s. */
  public void heartbeat(UUID agent, String activation, long fence) {
    ledger.database().read(rows -> holder(rows, agent, activation, fence));
    if (!ledger.leases().renew(activation, fence)) {
      throw SessionException.stale(activation, fence);
    }
  }

  /** Keeps the leases of an agent while the daemon does not read from its connection. */
  public void pause(UUID agent, String owner) {
    ledger.leases().pause(agent, owner);
  }

  /** Ends {@link #pause} and renews the leases, so that heartbeats that waited are in time. */
  public void resume(UUID agent, String owner) {
    ledger.leases().resume(agent, owner);
  }

  /**
   * Appends events of the turn, once per event id; they are durable on return. If the disk is full,
   * the turn fails.
   *
   * @throws SessionException with {@code STALE_FENCE}, also if the turn fails here
   */
  public void append(UUID agent, String activation, long fence, List<Event> events) {
    try {
      int unused = ledger.database().add(tx -> append(tx, agent, activation, fence, events));
    } catch (StoreException e) {
      if (!e.full()) {
        throw e;
      }
      ack(agent, activation, fence, DISK_FULL, Usage.NONE);
      throw SessionException.stale(activation, fence);
    }
  }

  private int append(Tx tx, UUID agent, String activation, long fence, List<Event> events) {
    ActivationRow turn = holder(tx, agent, activation, fence);
    for (Event event : events) {
      String body = Bodies.of(event.body());
      Optional<String> id = Optional.of(event.id());
      Draft draft = new Draft(id, type(event.body().kind()), Optional.of(turn), body);
      ledger.log().append(tx, turn.session(), draft);
    }
    return events.size();
  }

  private static EventType type(EventBody.Kind kind) {
    return switch (kind) {
      case AGENT_MESSAGE -> EventType.AGENT_MESSAGE;
      case TOOL_USE -> EventType.TOOL_USE;
      case TOOL_RESULT -> EventType.TOOL_RESULT;
    };
  }

  /**
   * Ends the attempt in one transaction. Repeating an ack under the same fence changes nothing. If
   * the disk is too full for the outcome, the turn fails.
   */
  public void ack(UUID agent, String activation, long fence, Outcome outcome, Usage usage) {
    try {
      settle(agent, activation, fence, outcome, usage);
    } catch (StoreException e) {
      if (!e.full() || outcome.equals(DISK_FULL)) {
        throw e;
      }
      settle(agent, activation, fence, DISK_FULL, usage);
    }
  }

  private void settle(UUID agent, String activation, long fence, Outcome outcome, Usage usage) {
    ledger
        .database()
        .update(
            tx -> {
              Optional<ActivationRow> row = ledger.activations().find(tx, agent, activation);
              boolean said = row.isPresent() && row.get().ackedFence() == fence;
              if (!said || fence < 1) {
                settlement.acknowledge(tx, holder(tx, agent, activation, fence), outcome, usage);
              }
            });
  }

  /**
   * Checks that the caller holds the turn, and opens the stream of a completion's text to the
   * session's followers.
   */
  public CompletionStream completion(UUID agent, String activation, long fence) {
    ActivationRow turn = ledger.database().read(rows -> holder(rows, agent, activation, fence));
    return new CompletionStream(ledger, turn, directory.turnOptions(agent).maxIterations());
  }

  /** Called when the agent's runtime is dead; only now may its turn run again. */
  public void runtimeExited(UUID agent, RuntimeExit death) {
    ledger
        .database()
        .update(
            tx -> {
              owners.remove(agent);
              ledger
                  .activations()
                  .held(tx, agent)
                  .forEach(turn -> settlement.died(tx, turn, death));
            });
  }

  static Duration limit(TurnOptions options) {
    return Duration.ofMillis(options.turnTimeoutMillis());
  }

  private ActivationRow holder(Rows rows, UUID agent, String activation, long fence) {
    return ledger
        .activations()
        .find(rows, agent, activation)
        .filter(turn -> turn.leasedWith(fence))
        .orElseThrow(() -> SessionException.stale(activation, fence));
  }
}
