package dev.otters.sessions;

import dev.otters.api.session.NewSession;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.ToolSchema;
import dev.otters.resources.Resources;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.sessions.budget.Spending;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.custom.SessionPlan;
import dev.otters.sessions.custom.SetupRows;
import dev.otters.sessions.lineage.Lineage;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.ParentSession;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import java.time.Instant;
import java.util.List;
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
   * @param parent the session that it is a child of; empty for none
   * @param admission checks within the transaction that the agent exists, and throws if not
   * @return the id of the session
   * @throws SessionException with {@code INVALID}, which names all that is wrong, with {@code
   *     NAME_TAKEN} if the agent has such a session, with {@code CONFLICT} if another request has
   *     the same id, or with {@code NOT_FOUND}, {@code EXPIRED} or {@code WIDER_GRANTS} because of
   *     the parent
   */
  public SessionId create(
      UUID agent, NewSession wanted, Optional<ParentSession> parent, Consumer<Tx> admission) {
    Set<String> taken = directory.turn(agent).map(SessionCreation::taken).orElse(Set.of());
    Grants usual = directory.grants(agent);
    OwnSandboxes.Rule rule = directory.separates(agent);
    SessionPlan plan =
        SessionPlan.of(wanted, taken, ledger.time().now()).redacted(directory.redactor(agent));
    ProgramRequests.requireOther(plan.id());
    List<DeclaredResource> declared =
        parent.map(it -> directory.resources(it.agent())).orElse(List.of());
    return ledger
        .database()
        .add(
            tx -> {
              admission.accept(tx);
              return made(tx, agent, plan)
                  .orElseGet(
                      () ->
                          parent
                              .map(it -> create(tx, agent, plan, it, declared, rule))
                              .orElseGet(() -> create(tx, agent, plan, usual, rule)));
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

  /**
   * Creates a child.
   *
   * @param declared what the image of the parent's agent declares
   */
  private SessionId create(
      Tx tx,
      UUID agent,
      SessionPlan plan,
      ParentSession parent,
      List<DeclaredResource> declared,
      OwnSandboxes.Rule rule) {
    long above = ledger.key(tx, parent.agent(), parent.session());
    ledger.sessions().requireLive(tx, above);
    Lineage lineage = ledger.lineage(directory);
    Grants grants = lineage.grants(tx, above, plan.grants());
    SessionId id = create(tx, agent, plan, grants, rule);
    lineage.adopt(tx, ledger.key(tx, agent, id), above, declared);
    return id;
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
