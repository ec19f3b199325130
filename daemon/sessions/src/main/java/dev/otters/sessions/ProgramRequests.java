package dev.otters.sessions;

import dev.otters.home.store.Tx;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.RequestBody;
import dev.otters.resources.grant.Grants;
import dev.otters.sessions.budget.BudgetException;
import dev.otters.sessions.budget.Budgets;
import dev.otters.sessions.budget.Request;
import dev.otters.sessions.budget.Spending;
import dev.otters.sessions.conversation.TurnSettings;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.trace.Trace;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Asks models for the programs of agents. The requests of an agent belong to one session of its
 * own, which has no messages: each one is recorded as a turn of it, and counts in its budget, that
 * of the agent and that of the day.
 */
public final class ProgramRequests {
  /** The session of all requests of an agent's programs. */
  public static final SessionId SESSION = new SessionId("model-endpoint");

  /**
   * Keeps users out of this session.
   *
   * @throws SessionException with {@code INVALID}
   */
  static void requireOther(SessionId session) {
    if (session.equals(SESSION)) {
      throw SessionException.invalid(
          "the session " + SESSION + " belongs to the programs of the agent");
    }
  }

  /** The most requests of an agent that traces show. */
  static final int MOST_SHOWN = 10_000;

  private static final String TITLE = "(requests of programs to models)";
  private static final String BUDGET = "budget-";

  private final Ledger ledger;
  private final AgentDirectory directory;
  private final ModelGateway gateway;

  ProgramRequests(Ledger ledger, AgentDirectory directory, ModelGateway gateway) {
    this.ledger = ledger;
    this.directory = directory;
    this.gateway = gateway;
  }

  /** Returns the settings of the agent; empty until its runtime was ready once. */
  public Optional<TurnSettings> settings(UUID agent) {
    return directory.turn(agent).map(TurnSetup::settings);
  }

  /**
   * Asks a model, and waits for its answer. After the time of a turn, returns what there is of it.
   *
   * @param settings those of the agent: its budgets, the policy of the recording and the time
   * @param request the request, with options of its own
   * @param text receives the pieces of the text as they arrive; must not block
   * @throws ModelException if the model cannot be used or does not answer
   * @throws BudgetException if a budget does not allow the request
   * @throws InterruptedException if the thread is interrupted; what was used until then counts
   */
  public Completion ask(
      UUID agent, TurnSettings settings, CompletionRequest request, Consumer<String> text)
      throws InterruptedException {
    gateway.check(request.model());
    long deadline =
        ledger.time().nanos() + Duration.ofMillis(settings.limits().turnTimeoutMillis()).toNanos();
    long session =
        ledger
            .database()
            .add(
                tx ->
                    ledger
                        .sessions()
                        .keyOrCreate(
                            tx, agent, SESSION, TITLE, Grants.NONE, OwnSandboxes.Rule.NONE));
    Request priced =
        new Request(
            agent,
            session,
            limits(settings, request),
            request.model(),
            ledger.prices().of(request.model()),
            request.size());
    SingleRequest.Asked asked =
        new SingleRequest.Asked(
            agent, "program:" + UUID.randomUUID(), settings, request, RequestBody.Files.NONE);
    try (Budgets.Reservation _ = ledger.budgets().reserve(priced, () -> inTime(deadline))) {
      return new SingleRequest(ledger, gateway, asked, store(agent, session))
          .answer(text)
          .completion();
    }
  }

  /** Ends the wait for the budgets after the time of a turn. */
  private boolean inTime(long deadline) {
    if (ledger.time().nanos() - deadline >= 0) {
      throw ModelException.transientFailure(
          ModelException.Reason.OVERLOADED,
          "other requests of the agent held its budget for the whole time of a turn",
          "Ask again when they have ended, or raise the budget.",
          Optional.empty());
    }
    return true;
  }

  /** Returns the budgets of the agent and the options of the request. */
  private static Map<String, String> limits(TurnSettings settings, CompletionRequest request) {
    Map<String, String> limits = new HashMap<>(settings.options());
    limits.keySet().removeIf(key -> !key.startsWith(BUDGET));
    limits.putAll(request.options());
    return limits;
  }

  private SingleRequest.Store store(UUID agent, long session) {
    return (tx, key, spent, traces) -> {
      Instant now = ledger.time().now();
      // The session may have been removed meanwhile, and another may have its key.
      boolean there =
          tx.any(
              "SELECT 1 FROM sessions WHERE key = ? AND agent = ? AND id = ?",
              session,
              agent,
              SESSION);
      long payer = there ? session : 0;
      spent
          .filter(used -> used.save(tx, agent, payer, key.activation(), key.fence(), now))
          .ifPresent(used -> Spending.add(tx, agent, payer, now, used.amount()));
      if (there) {
        save(tx, agent, session, key.activation(), traces);
        Usage usage = spent.map(Spent::usage).orElse(Usage.NONE);
        ledger.sessions().countRequest(tx, session, usage);
      }
    };
  }

  private void save(Tx tx, UUID agent, long session, String name, List<Trace> traces) {
    ledger.activations().createEnded(tx, session, agent, name, MOST_SHOWN);
    for (Trace trace : traces) {
      trace.save(tx, session, name, 0, SingleRequest.STEP, Optional.empty());
    }
  }
}
