package dev.otters.sessions;

import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CallKey;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.RequestBody;
import dev.otters.models.gateway.Spool;
import dev.otters.sessions.conversation.TurnSettings;
import dev.otters.sessions.trace.Recording;
import dev.otters.sessions.trace.Trace;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** A request to a model outside of turns. It is recorded and paid as an attempt of its own. */
final class SingleRequest {
  /** The number of its only completion. */
  static final int STEP = 1;

  private final Ledger ledger;
  private final ModelGateway gateway;
  private final Asked asked;
  private final Store store;
  private final CallKey key;
  private final Recording recording;
  private final AtomicReference<Usage> lost = new AtomicReference<>(Usage.NONE);

  /**
   * The content of a request.
   *
   * @param name the name of the attempt in the ledger, such as {@code replay:UUID}
   * @param settings the policy of the recording, and the limit of time
   * @param files the files of the conversation
   */
  record Asked(
      UUID agent,
      String name,
      TurnSettings settings,
      CompletionRequest request,
      RequestBody.Files files) {}

  /** Stores the end of a request. */
  @FunctionalInterface
  interface Store {
    /**
     * Stores what a request used, and its recording.
     *
     * @param spent empty if it used nothing
     */
    void save(Tx tx, CallKey key, Optional<Spent> spent, List<Trace> traces);
  }

  /** An answer with its cost. */
  record Paid(Completion completion, Spent spent, Duration took) {}

  SingleRequest(Ledger ledger, ModelGateway gateway, Asked asked, Store store) {
    this.ledger = ledger;
    this.gateway = gateway;
    this.asked = asked;
    this.store = store;
    this.key = new CallKey(asked.name(), 0, Integer.toString(STEP));
    this.recording =
        ledger.traces().begin(key.activation(), asked.agent(), asked.settings(), Spool.NONE);
  }

  /**
   * Returns the answer, or what there is of it when the time of a turn is over.
   *
   * @param text receives the pieces of the text as they arrive; must not block
   * @throws dev.otters.models.gateway.ModelException if there is no answer
   * @throws InterruptedException if the thread is interrupted; what was used until then counts
   */
  Paid answer(Consumer<String> text) throws InterruptedException {
    Duration limit = Duration.ofMillis(asked.settings().limits().turnTimeoutMillis());
    Time.Timer timer = ledger.time().after(limit, () -> gateway.interrupt(key.activation()));
    try {
      return paid(text);
    } finally {
      timer.cancel();
      gateway.forget(key.activation());
    }
  }

  private Paid paid(Consumer<String> text) throws InterruptedException {
    long began = ledger.time().nanos();
    try {
      Completion completion = complete(text);
      Spent spent = pay(completion.usage());
      return new Paid(completion, spent, Duration.ofNanos(ledger.time().nanos() - began));
    } catch (InterruptedException e) {
      gateway.interrupt(key.activation());
      payForNothing(e);
      throw e;
    } catch (RuntimeException e) {
      saveLost();
      throw e;
    }
  }

  /** Pays for an answer that no one waits for any more. */
  private void payForNothing(InterruptedException why) {
    try {
      Spent unused = pay(complete(piece -> {}).usage());
    } catch (RuntimeException | InterruptedException e) {
      why.addSuppressed(e);
      saveLost();
    }
  }

  private void saveLost() {
    Usage used = Objects.requireNonNull(lost.get());
    save(used.equals(Usage.NONE) ? Optional.empty() : Optional.of(spent(used)));
  }

  private Completion complete(Consumer<String> text) throws InterruptedException {
    Caller caller =
        new Caller(asked.agent().toString(), note -> {}, lost::set, recording, asked.files());
    return gateway.complete(
        key,
        asked.request(),
        caller,
        piece -> {
          recording.text();
          text.accept(piece);
        },
        () -> true);
  }

  private Spent pay(Usage usage) {
    Spent spent = spent(usage);
    save(Optional.of(spent));
    return spent;
  }

  private Spent spent(Usage usage) {
    String model = asked.request().model();
    return new Spent(STEP, model, usage, ledger.cost(model, usage));
  }

  /** Stores what the request used, and its recording, which has no texts if the disk is full. */
  private void save(Optional<Spent> spent) {
    List<Trace> traces = ledger.traces().end(key.activation(), asked.agent());
    try {
      int unused = ledger.database().add(tx -> save(tx, spent, traces));
    } catch (StoreException e) {
      if (!e.full()) {
        throw e;
      }
      List<Trace> small = traces.stream().map(Trace::withoutTexts).toList();
      int unused = ledger.database().write(tx -> save(tx, spent, small));
    }
  }

  private int save(Tx tx, Optional<Spent> spent, List<Trace> traces) {
    store.save(tx, key, spent, traces);
    ledger.traces().limit(tx);
    return traces.size();
  }
}
