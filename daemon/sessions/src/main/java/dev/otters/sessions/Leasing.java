package dev.otters.sessions;

import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.SessionException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives turns to the runtimes that wait for work. Thread-safe. */
final class Leasing {
  private static final Logger LOG = LoggerFactory.getLogger(Leasing.class);

  static final Outcome DISK_FULL =
      new Outcome.Failed(
          Outcome.ErrorKind.PERMANENT,
          "the disk of the daemon's home is full. Make room, then send the message again.");

  private final Ledger ledger;
  private final Settlement settlement;
  private final AgentDirectory directory;
  private final AttemptStart start;

  /** The connections that lease work. */
  private final Map<UUID, String> owners = new ConcurrentHashMap<>();

  private final Map<UUID, Waiting> waiting = new ConcurrentHashMap<>();
  private volatile Function<String, OptionalInt> contexts = model -> OptionalInt.empty();

  Leasing(Ledger ledger, Settlement settlement, AgentDirectory directory) {
    this.ledger = ledger;
    this.settlement = settlement;
    this.directory = directory;
    this.start = new AttemptStart(ledger, directory);
  }

  /** Sets the source of the contexts of models in tokens, of which it knows some. */
  void measure(Function<String, OptionalInt> models) {
    contexts = models;
  }

  /** Returns the context of a model in tokens, if it is known. */
  OptionalInt contextSize(String model) {
    return contexts.apply(model);
  }

  /** Makes a connection the only one that leases work for the agent. */
  void own(UUID agent, String owner) {
    owners.put(agent, owner);
  }

  /** Forgets a connection, unless another one has taken over. */
  void disown(UUID agent, String owner) {
    owners.remove(agent, owner);
  }

  /** Forgets the connection of an agent. */
  void disown(UUID agent) {
    owners.remove(agent);
  }

  private void requireOwner(UUID agent, String owner) {
    if (!isOwner(agent, owner)) {
      throw SessionException.superseded();
    }
  }

  private boolean isOwner(UUID agent, String owner) {
    return owner.equals(owners.get(agent));
  }

  /**
   * Waits until the agent has work, and leases it.
   *
   * @throws SessionException with {@code SUPERSEDED} if another connection took over
   * @throws InterruptedException if the thread is interrupted before anything is leased
   */
  Activation lease(UUID agent, String owner) throws InterruptedException {
    while (true) {
      long mark = ledger.schedule().mark(agent);
      requireOwner(agent, owner);
      Optional<Activation> leased =
          ledger.schedule().isIdle(agent) ? Optional.empty() : tryLease(agent, owner);
      leased = leased.isPresent() ? leased : await(agent, owner, mark);
      if (leased.isPresent()) {
        ledger.catalog().update(agent, leased.get().id());
        return leased.get();
      }
    }
  }

  /** Waits for a change of the agent's work, and returns the turn that came with it, if any. */
  private Optional<Activation> await(UUID agent, String owner, long mark)
      throws InterruptedException {
    Waiting mine = new Waiting(owner, new CompletableFuture<>());
    waiting.put(agent, mine);
    try {
      ledger.schedule().awaitChange(agent, mark, mine.turn()::isDone);
    } catch (InterruptedException e) {
      waiting.remove(agent, mine);
      throw e;
    }
    return waiting.remove(agent, mine) ? Optional.empty() : mine.await();
  }

  /**
   * A runtime that waits for work.
   *
   * @param turn the turn that it is given; empty if it waits on
   */
  private record Waiting(String owner, CompletableFuture<Optional<Activation>> turn) {
    Optional<Activation> await() throws InterruptedException {
      try {
        return turn.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a runtime must be given a turn or nothing", e);
      }
    }
  }

  /** The setup of a turn that starts now. */
  private record Offer(TurnSetup setup, OptionalInt context, long mark) {}

  /**
   * Runs a transaction that may make a turn ready. If the agent's runtime waits for work, it gets
   * the turn in the same transaction.
   *
   * @param work receives what to call when a turn is ready
   */
  <T> T add(UUID agent, BiFunction<Tx, Consumer<Tx>, T> work) {
    Waiting runtime = waiting.remove(agent);
    if (runtime != null) {
      try {
        Offer offer = offer(agent);
        return ledger.database().add(tx -> work.apply(tx, it -> give(it, agent, runtime, offer)));
      } catch (RuntimeException e) {
        LOG.debug("a turn did not start together with its message", e);
      } finally {
        hand(runtime, Optional.empty());
      }
    }
    return ledger.database().add(tx -> work.apply(tx, it -> ledger.wake(it, agent)));
  }

  /** Returns whether a connection leases work for the agent. */
  boolean isConnected(UUID agent) {
    return owners.containsKey(agent);
  }

  /** Returns whether a runtime of the agent waits for work. */
  boolean isAwaited(UUID agent) {
    return waiting.containsKey(agent);
  }

  private void give(Tx tx, UUID agent, Waiting runtime, Offer offer) {
    Optional<Activation> leased =
        isOwner(agent, runtime.owner())
            ? take(tx, agent, runtime.owner(), offer)
            : Optional.empty();
    if (leased.isPresent()) {
      tx.afterCommit(() -> hand(runtime, leased));
    } else {
      ledger.wake(tx, agent);
    }
  }

  /** Ends the wait of a runtime that has no turn yet. */
  private void hand(Waiting runtime, Optional<Activation> turn) {
    if (runtime.turn().complete(turn)) {
      ledger.schedule().signal();
    }
  }

  private Offer offer(UUID agent) {
    long mark = ledger.schedule().mark(agent);
    TurnSetup setup =
        directory
            .turn(agent)
            .orElseThrow(() -> SessionException.invalid("the runtime has not been ready yet"));
    TurnSetup whole = ServerCalls.offered(ledger.servers(), agent, setup, true);
    return new Offer(whole, contextSize(setup.settings().model()), mark);
  }

  /** Leases work if there is any. A turn that cannot start on a full disk fails. */
  Optional<Activation> tryLease(UUID agent, String owner) {
    Offer offer = offer(agent);
    try {
      return ledger.database().add(tx -> take(tx, agent, owner, offer));
    } catch (StoreException e) {
      if (!e.full()) {
        throw e;
      }
      ledger
          .database()
          .update(tx -> due(tx, agent, owner, offer).ifPresent(turn -> refuse(tx, turn, offer)));
      return Optional.empty();
    }
  }

  private Optional<Activation> take(Tx tx, UUID agent, String owner, Offer offer) {
    return due(tx, agent, owner, offer)
        .map(turn -> start.begin(tx, turn, offer.setup(), offer.context()));
  }

  private void refuse(Tx tx, ActivationRow turn, Offer offer) {
    start.beginWithoutContext(tx, turn, offer.setup());
    settlement.acknowledge(tx, turn, DISK_FULL);
  }

  private Optional<ActivationRow> due(Tx tx, UUID agent, String owner, Offer offer) {
    requireOwner(agent, owner);
    if (ledger.schedule().isHeld(agent)
        || ledger.activations().held(tx, agent).size() >= offer.setup().maxParallelTurns()) {
      return Optional.empty();
    }
    List<ActivationRow> due =
        ledger.activations().ready(tx, agent).stream()
            .filter(turn -> ledger.schedule().isDue(turn.id()))
            .toList();
    if (due.size() < 2) {
      tx.afterCommit(() -> ledger.schedule().idle(agent, offer.mark()));
    }
    return due.stream().findFirst().flatMap(turn -> ledger.activations().lease(tx, turn, owner));
  }
}
