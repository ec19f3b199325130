package dev.otters.sessions;

import dev.otters.api.session.NewSession;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.ToolSchema;
import dev.otters.resources.Resources;
import dev.otters.resources.grant.Grants;
import dev.otters.sessions.budget.Spending;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.custom.SessionPlan;
import dev.otters.sessions.custom.SetupRows;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Creates sessions before their first message. */
public final class SessionCreation {
  private final Ledger ledger;
  private final AgentDirectory directory;
  private final SessionExpiry expiry;

  SessionCreation(Ledger ledger, AgentDirectory directory, SessionExpiry expiry) {
    this.ledger = ledger;
    this.directory = directory;
    this.expiry = expiry;
  }

  /**
   * Creates a session, without the secrets in its texts. Repeating a request returns its session
   * and changes nothing.
   *
   * @param admission checks within the transaction that the agent exists, and throws if not
   * @return the id of the session
   * @throws SessionException with {@code INVALID}, which names all that is wrong, with {@code
   *     NAME_TAKEN} if the agent has such a session, or with {@code CONFLICT} if another request
   *     has the same id
   */
  public SessionId create(UUID agent, NewSession wanted, Consumer<Tx> admission) {
    Set<String> taken = directory.turn(agent).map(SessionCreation::taken).orElse(Set.of());
    Grants usual = directory.grants(agent);
    OwnSandboxes.Rule rule = directory.separates(agent);
    SessionPlan plan =
        SessionPlan.of(wanted, taken, ledger.time().now()).redacted(directory.redactor(agent));
    ProgramRequests.requireOther(plan.id());
    return ledger
        .database()
        .add(
            tx -> {
              admission.accept(tx);
              return made(tx, agent, plan).orElseGet(() -> create(tx, agent, plan, usual, rule));
            });
  }

  private static Set<String> taken(TurnSetup setup) {
    return Stream.concat(
            setup.tools().stream().map(ToolSchema::name),
            Resources.SHIPPED.names(setup.resources()).stream())
        .collect(Collectors.toSet());
  }

  private Optional<SessionId> made(Tx tx, UUID agent, SessionPlan plan) {
    Optional<SetupRows.Made> made = SetupRows.made(tx, agent, plan.request());
    if (made.isPresent() && !made.get().hash().equals(plan.hash())) {
      throw SessionException.requestReused(plan.request());
    }
    return made.map(it -> ledger.sessions().id(tx, it.session()));
  }

  private SessionId create(
      Tx tx, UUID agent, SessionPlan plan, Grants usual, OwnSandboxes.Rule rule) {
    if (ledger.sessions().key(tx, agent, plan.id()).isPresent()) {
      throw SessionException.exists(plan.id());
    }
    plan.expires().ifPresent(this::requireFuture);
    Grants grants = plan.grants().orElse(usual);
    long key = ledger.sessions().keyOrCreate(tx, agent, plan.id(), plan.title(), grants, rule);
    Spending.limit(tx, key, plan.tokens(), plan.nanos());
    SetupRows.add(tx, agent, key, plan);
    plan.expires()
        .ifPresent(
            at -> {
              ledger.sessions().expireAt(tx, key, at);
              tx.afterCommit(() -> expiry.added(at));
            });
    return plan.id();
  }

  /** Refuses a new session that would have expired. A repeated request is not refused for that. */
  private void requireFuture(Instant expires) {
    if (!expires.isAfter(ledger.time().now())) {
      throw SessionException.invalid(
          "the session cannot be created: it would have expired at " + expires);
    }
  }
}
