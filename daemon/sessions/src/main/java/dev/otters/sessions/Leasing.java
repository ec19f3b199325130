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

  /** Makes a connection the only one that leases work for the sandbox. */
  void own(UUID sandbox, String owner) {
    owners.put(sandbox, owner);
  }

  /** Forgets a connection, unless another one has taken over. */
  void disown(UUID sandbox, String owner) {
    owners.remove(sandbox, owner);
  }

  /** Forgets the connection of a sandbox. */
  void disown(UUID sandbox) {
    owners.remove(sandbox);
  }

  private void requireOwner(UUID sandbox, String owner) {
    if (!isOwner(sandbox, owner)) {
      throw SessionException.superseded();
    }
  }

  private boolean isOwner(UUID sandbox, String owner) {
    return owner.equals(owners.get(sandbox));
  }

  /**
   * Waits until the sandbox has work, and leases it.
   *
   * @throws SessionException with {@code SUPERSEDED} if another connection took over
   * @throws InterruptedException if the thread is interrupted before anything is leased
   */
  Activation lease(UUID sandbox, String owner) throws InterruptedException {
    while (true) {
      long mark = ledger.schedule().mark(sandbox);
      requireOwner(sandbox, owner);
      Optional<Activation> leased =
          ledger.schedule().isIdle(sandbox) ? Optional.empty() : tryLease(sandbox, owner);
      leased = leased.isPresent() ? leased : await(sandbox, owner, mark);
      if (leased.isPresent()) {
        ledger.catalog().update(directory.agent(sandbox), leased.get().id());
        return leased.get();
      }
    }
  }

  /**
   * Waits for a change of the work of a sandbox, and returns the turn that came with it, if any.
   */
  private Optional<Activation> await(UUID sandbox, String owner, long mark)
      throws InterruptedException {
    Waiting mine = new Waiting(owner, new CompletableFuture<>());
    waiting.put(sandbox, mine);
    try {
      ledger.schedule().awaitChange(sandbox, mark, mine.turn()::isDone);
    } catch (InterruptedException e) {
      waiting.remove(sandbox, mine);
      throw e;
    }
    return waiting.remove(sandbox, mine) ? Optional.empty() : mine.await();
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
   * Runs a transaction that may make a turn ready. If the runtime of the sandbox waits for work, it
   * gets the turn in the same transaction.
   *
   * @param work receives what to call when a turn is ready
   */
  <T> T add(UUID sandbox, BiFunction<Tx, Consumer<Tx>, T> work) {
    Waiting runtime = waiting.remove(sandbox);
    if (runtime != null) {
      try {
        Offer offer = offer(sandbox);
        return ledger.database().add(tx -> work.apply(tx, it -> give(it, sandbox, runtime, offer)));
      } catch (RuntimeException e) {
        LOG.debug("a turn did not start together with its message", e);
      } finally {
        hand(runtime, Optional.empty());
      }
    }
    return ledger.database().add(tx -> work.apply(tx, it -> ledger.wake(it, sandbox)));
  }

  /** Returns whether a connection leases work for the sandbox. */
  boolean isConnected(UUID sandbox) {
    return owners.containsKey(sandbox);
  }

  /** Returns whether a runtime of the sandbox waits for work. */
  boolean isAwaited(UUID sandbox) {
    return waiting.containsKey(sandbox);
  }

  private void give(Tx tx, UUID sandbox, Waiting runtime, Offer offer) {
    Optional<Activation> leased =
        isOwner(sandbox, runtime.owner())
            ? take(tx, sandbox, runtime.owner(), offer)
            : Optional.empty();
    if (leased.isPresent()) {
      tx.afterCommit(() -> hand(runtime, leased));
    } else {
      ledger.wake(tx, sandbox);
    }
  }

  /** Ends the wait of a runtime that has no turn yet. */
  private void hand(Waiting runtime, Optional<Activation> turn) {
    if (runtime.turn().complete(turn)) {
      ledger.schedule().signal();
    }
  }

  private Offer offer(UUID sandbox) {
    long mark = ledger.schedule().mark(sandbox);
    TurnSetup setup =
        directory
            .turn(sandbox)
            .orElseThrow(() -> SessionException.invalid("the runtime has not been ready yet"));
    TurnSetup whole = ServerCalls.offered(ledger.servers(), directory.agent(sandbox), setup, true);
    return new Offer(whole, contextSize(setup.settings().model()), mark);
  }

  /** Leases work if there is any. A turn that cannot start on a full disk fails. */
  Optional<Activation> tryLease(UUID sandbox, String owner) {
    Offer offer = offer(sandbox);
    try {
      return ledger.database().add(tx -> take(tx, sandbox, owner, offer));
    } catch (StoreException e) {
      if (!e.full()) {
        throw e;
      }
      ledger
          .database()
          .update(tx -> due(tx, sandbox, owner, offer).ifPresent(turn -> refuse(tx, turn, offer)));
      return Optional.empty();
    }
  }

  private Optional<Activation> take(Tx tx, UUID sandbox, String owner, Offer offer) {
    return due(tx, sandbox, owner, offer)
        .map(turn -> start.begin(tx, turn, offer.setup(), offer.context()));
  }

  private void refuse(Tx tx, ActivationRow turn, Offer offer) {
    start.beginWithoutContext(tx, turn, offer.setup());
    settlement.acknowledge(tx, turn, DISK_FULL);
  }

  private Optional<ActivationRow> due(Tx tx, UUID sandbox, String owner, Offer offer) {
    requireOwner(sandbox, owner);
    if (ledger.schedule().isHeld(directory.agent(sandbox))
        || ledger.activations().held(tx, sandbox).size() >= offer.setup().maxParallelTurns()) {
      return Optional.empty();
    }
    List<ActivationRow> due =
        ledger.activations().ready(tx, sandbox).stream()
            .filter(turn -> ledger.schedule().isDue(turn.id()))
            .toList();
    if (due.size() < 2) {
      tx.afterCommit(() -> ledger.schedule().idle(sandbox, offer.mark()));
    }
    return due.stream().findFirst().flatMap(turn -> ledger.activations().lease(tx, turn, owner));
  }
}
