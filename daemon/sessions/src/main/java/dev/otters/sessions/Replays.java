package dev.otters.sessions;

import dev.otters.api.trace.TraceAnswer;
import dev.otters.api.trace.TraceReplay;
import dev.otters.api.trace.TraceUsage;
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
import dev.otters.models.gateway.Recorder;
import dev.otters.sessions.budget.BudgetException;
import dev.otters.sessions.budget.Budgets;
import dev.otters.sessions.budget.Request;
import dev.otters.sessions.budget.Spending;
import dev.otters.sessions.conversation.PastRequest;
import dev.otters.sessions.conversation.Prompts;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.trace.TraceReader;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Asks other models what turns asked theirs. A replay runs no tool and changes no session. Its
 * usage counts for the agent and the day, and not in the budget of the session.
 */
public final class Replays {
  /** The most replays that hold a request and an answer in memory; others wait. */
  private static final int MOST = 4;

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
      TraceAnswer answer = new Replay(agent, asked.step().session(), request).within(limit);
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
    private final long session;
    private final CompletionRequest request;
    private final CallKey key = new CallKey("replay:" + UUID.randomUUID(), 0, "1");
    private final AtomicReference<Usage> lost = new AtomicReference<>(Usage.NONE);

    Replay(UUID agent, long session, CompletionRequest request) {
      this.agent = agent;
      this.session = session;
      this.request = request;
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
        if (!used.equals(Usage.NONE)) {
          Spent unused = pay(used);
        }
        throw e;
      }
    }

    private Completion complete() throws InterruptedException {
      Caller caller =
          new Caller(agent.toString(), note -> {}, lost::set, Recorder.NONE, ledger.files(session));
      return gateway.complete(key, request, caller, text -> {}, () -> true);
    }

    private Spent pay(Usage usage) {
      Optional<Long> cost = ledger.cost(request.model(), usage);
      Spent spent = new Spent(1, request.model(), usage, cost);
      ledger.database().update(tx -> save(tx, spent));
      return spent;
    }

    private void save(Tx tx, Spent spent) {
      Instant now = ledger.time().now();
      if (spent.save(tx, agent, session, key.activation(), key.fence(), now)) {
        Spending.add(tx, agent, NO_SESSION, now, spent.amount());
      }
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
