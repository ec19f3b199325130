package dev.otters.sessions;

import dev.otters.api.trace.TraceAnswer;
import dev.otters.api.trace.TraceReplay;
import dev.otters.api.trace.TraceUsage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.sessions.budget.BudgetException;
import dev.otters.sessions.budget.Budgets;
import dev.otters.sessions.budget.Request;
import dev.otters.sessions.budget.Spending;
import dev.otters.sessions.conversation.PastRequest;
import dev.otters.sessions.conversation.PastStep;
import dev.otters.sessions.conversation.Prompts;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.trace.Trace;
import dev.otters.sessions.trace.TraceReader;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;

/**
 * Asks other models what turns asked theirs. A replay runs no tool and changes no conversation. It
 * is recorded as each request. Its usage counts for the agent and the day, and not in the budget of
 * the session.
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
    String name = "replay:" + UUID.randomUUID();
    SingleRequest.Asked single =
        new SingleRequest.Asked(
            agent, name, asked.settings(), request, ledger.files(asked.step().session()));
    try (Budgets.Reservation _ = ledger.budgets().reserve(priced(agent, request), () -> true)) {
      SingleRequest.Paid paid =
          new SingleRequest(ledger, gateway, single, store(agent, asked.step())).answer(text -> {});
      return new TraceReplay(past.turn(), asked.step().name(), past.answer(), answer(paid));
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

  private SingleRequest.Store store(UUID agent, PastStep step) {
    return (tx, key, spent, traces) -> {
      Instant now = ledger.time().now();
      long session = step.session();
      spent
          .filter(used -> used.save(tx, agent, session, key.activation(), key.fence(), now))
          .ifPresent(used -> Spending.add(tx, agent, NO_SESSION, now, used.amount()));
      if (tx.any("SELECT 1 FROM sessions WHERE key = ?", session)) {
        Optional<String> turn = Optional.of(step.turn());
        for (Trace trace : traces) {
          trace.save(tx, session, key.activation(), key.fence(), SingleRequest.STEP, turn);
        }
      }
    };
  }

  private static TraceAnswer answer(SingleRequest.Paid paid) {
    Completion completion = paid.completion();
    return new TraceAnswer(
        paid.spent().model(),
        Prompts.shown(completion),
        completion.toolCalls().stream()
            .map(call -> new TraceAnswer.Call(call.name(), call.argumentsJson()))
            .toList(),
        paid.took().toMillis(),
        usage(paid.spent()),
        completion.stopReason() == StopReason.INTERRUPTED
            ? "the answer took longer than the limit of the turn (CONFIG turn-timeout)"
            : null);
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
