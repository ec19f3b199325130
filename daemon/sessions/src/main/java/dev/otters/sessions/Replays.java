package dev.otters.sessions;

import dev.otters.api.trace.TraceAnswer;
import dev.otters.api.trace.TraceReplay;
import dev.otters.api.trace.TraceUsage;
import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CallKey;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Spool;
import dev.otters.sessions.budget.BudgetException;
import dev.otters.sessions.budget.Budgets;
import dev.otters.sessions.budget.Request;
import dev.otters.sessions.budget.Spending;
import dev.otters.sessions.conversation.PastRequest;
import dev.otters.sessions.conversation.Prompts;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.trace.Recording;
import dev.otters.sessions.trace.Trace;
import dev.otters.sessions.trace.TraceReader;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Asks other models what turns asked theirs. A replay runs no tool and changes no conversation. It
 * is recorded as each request. Its usage counts for the agent and the day, and not in the budget of
 * the session.
 */
public final class Replays {
  /** The most replays that hold a request and an answer in memory; others wait. */
  private static final int MOST = 4;

  /** The number of a replay's only completion. */
  private static final int STEP = 1;

  private static final String BUDGET = "budget-";

  /** The key of no session, whose budget therefore does not apply. */
  private static final long NO_SESSION = 0;

  private final Ledger ledger;
  private final AgentDirectory directory;
  private final ModelGateway gateway;
  private final TraceReader reader;
  private final Semaphore places = new Semaphore(MOST, true);

  Replays(Ledger ledger, AgentDirectory directory, ModelGateway gateway) {
    this.ledger = ledger;
    this.directory = directory;
    this.gateway = gateway;
    this.reader = new TraceReader(ledger.database(), ledger.sessions());
  }

  /**
   * Sends a request of a turn to a model.
   *
   * @param turn its number in the session, or its id
   * @param step the name of the request as in traces; empty for the last one
   * @param model {@code provider/model}
   * @throws SessionException if the session has no such turn or request
   * @throws ModelException if the model cannot be used or does not answer
   * @throws BudgetException if a budget does not allow the request
   * @throws InterruptedException if the thread is interrupted; what was used until then counts
   */
  public TraceReplay ask(
      UUID agent, SessionId session, String turn, Optional<String> step, String model)
      throws InterruptedException {
    gateway.check(model);
    places.acquire();
    try {
      return ask(agent, reader.past(agent, session, turn, step), model);
    } finally {
      places.release();
    }
  }

  private TraceReplay ask(UUID agent, TraceReader.Past past, String model)
      throws InterruptedException {
    PastRequest asked = past.request();
    CompletionRequest request =
        new CompletionRequest(
            model, asked.messages(), asked.tools(), asked.settings().options(), asked.schema());
    try (Budgets.Reservation _ = ledger.budgets().reserve(priced(agent, request), () -> true)) {
      Duration limit = Duration.ofMillis(asked.settings().limits().turnTimeoutMillis());
      TraceAnswer answer = new Replay(agent, asked, request).within(limit);
      return new TraceReplay(past.turn(), asked.step().name(), past.answer(), answer);
    }
  }

  private Request priced(UUID agent, CompletionRequest request) {
    String model = request.model();
    return new Request(
        agent,
        NO_SESSION,
        limits(agent, request.options()),
        model,
        ledger.prices().of(model),
        request.size());
  }

  /** Returns the options of a request with the budgets that the agent has now. */
  private Map<String, String> limits(UUID agent, Map<String, String> options) {
    Map<String, String> limits = new HashMap<>(options);
    directory
        .turn(agent)
        .ifPresent(
            now -> {
              limits.keySet().removeIf(key -> key.startsWith(BUDGET));
              now.settings().options().entrySet().stream()
                  .filter(option -> option.getKey().startsWith(BUDGET))
                  .forEach(option -> limits.put(option.getKey(), option.getValue()));
            });
    return limits;
  }

  /** One replay, which the ledger shows as an attempt of its own. */
  private final class Replay {
    private final UUID agent;
    private final PastRequest asked;
    private final CompletionRequest request;
    private final CallKey key =
        new CallKey("replay:" + UUID.randomUUID(), 0, Integer.toString(STEP));
    private final Recording recording;
    private final AtomicReference<Usage> lost = new AtomicReference<>(Usage.NONE);

    Replay(UUID agent, PastRequest asked, CompletionRequest request) {
      this.agent = agent;
      this.asked = asked;
      this.request = request;
      this.recording = ledger.traces().begin(key.activation(), agent, asked.settings(), Spool.NONE);
    }

    /** Returns the answer, or what there is of it when the time is over. */
    TraceAnswer within(Duration limit) throws InterruptedException {
      Time.Timer timer = ledger.time().after(limit, () -> gateway.interrupt(key.activation()));
      try {
        return answer();
      } finally {
        timer.cancel();
        gateway.forget(key.activation());
      }
    }

    private TraceAnswer answer() throws InterruptedException {
      long began = ledger.time().nanos();
      try {
        Completion completion = complete();
        Spent spent = pay(completion.usage());
        return answer(completion, spent, Duration.ofNanos(ledger.time().nanos() - began));
      } catch (InterruptedException e) {
        gateway.interrupt(key.activation());
        Spent unused = pay(complete().usage());
        throw e;
      } catch (RuntimeException e) {
        Usage used = Objects.requireNonNull(lost.get());
        store(used.equals(Usage.NONE) ? Optional.empty() : Optional.of(spent(used)));
        throw e;
      }
    }

    private Completion complete() throws InterruptedException {
      Caller caller =
          new Caller(
              agent.toString(),
              note -> {},
              lost::set,
              recording,
              ledger.files(asked.step().session()));
      return gateway.complete(key, request, caller, text -> recording.text(), () -> true);
    }

    private Spent pay(Usage usage) {
      Spent spent = spent(usage);
      store(Optional.of(spent));
      return spent;
    }

    private Spent spent(Usage usage) {
      return new Spent(STEP, request.model(), usage, ledger.cost(request.model(), usage));
    }

    /** Stores what the replay used, and its recording, which has no texts if the disk is full. */
    private void store(Optional<Spent> spent) {
      List<Trace> traces = ledger.traces().end(key.activation(), agent);
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
      long session = asked.step().session();
      Instant now = ledger.time().now();
      spent
          .filter(used -> used.save(tx, agent, session, key.activation(), key.fence(), now))
          .ifPresent(used -> Spending.add(tx, agent, NO_SESSION, now, used.amount()));
      if (tx.any("SELECT 1 FROM sessions WHERE key = ?", session)) {
        Optional<String> turn = Optional.of(asked.step().turn());
        traces.forEach(trace -> trace.save(tx, session, key.activation(), key.fence(), STEP, turn));
        ledger.traces().limit(tx);
      }
      return traces.size();
    }

    private TraceAnswer answer(Completion completion, Spent spent, Duration took) {
      return new TraceAnswer(
          request.model(),
          Prompts.shown(completion),
          completion.toolCalls().stream()
              .map(call -> new TraceAnswer.Call(call.name(), call.argumentsJson()))
              .toList(),
          took.toMillis(),
          usage(spent),
          completion.stopReason() == StopReason.INTERRUPTED
              ? "the answer took longer than the limit of the turn (CONFIG turn-timeout)"
              : null);
    }
  }

  private static TraceUsage usage(Spent spent) {
    Usage usage = spent.usage();
    return new TraceUsage(
        usage.inputTokens(),
        usage.cachedTokens(),
        usage.cacheWriteTokens(),
        usage.outputTokens(),
        usage.reasoningTokens(),
        usage.estimated(),
        spent.cost().orElse(null));
  }
}
