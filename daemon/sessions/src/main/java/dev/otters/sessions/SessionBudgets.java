package dev.otters.sessions;

import dev.otters.api.session.SessionBudget;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.sessions.budget.Amount;
import dev.otters.sessions.budget.BudgetSettings;
import dev.otters.sessions.budget.Limit;
import dev.otters.sessions.budget.Scope;
import dev.otters.sessions.budget.Spending;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationState;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Shows and changes the budgets of sessions, and starts turns again that budgets stopped. */
public final class SessionBudgets {
  private final Ledger ledger;
  private final Settlement settlement;
  private final AgentDirectory directory;

  SessionBudgets(Ledger ledger, Settlement settlement, AgentDirectory directory) {
    this.ledger = ledger;
    this.settlement = settlement;
    this.directory = directory;
  }

  /**
   * Returns the budget of a session.
   *
   * @throws SessionException with {@code NOT_FOUND}
   */
  public SessionBudget show(UUID agent, SessionId session) {
    BudgetSettings settings = settings(agent);
    return ledger.database().read(rows -> view(rows, agent, session, settings));
  }

  /**
   * Sets the budget of a session. If the old one ended the last turn and the new one is not used
   * up, the turn starts again.
   *
   * @param tokens the limit in tokens; empty to keep the present one
   * @param nanos the limit in nanodollars; empty to keep the present one
   * @throws SessionException with {@code NOT_FOUND}
   */
  public SessionBudget set(
      UUID agent, SessionId session, Optional<Long> tokens, Optional<Long> nanos) {
    BudgetSettings settings = settings(agent);
    return ledger
        .database()
        .write(
            tx -> {
              long key = ledger.key(tx, agent, session);
              Spending.limit(tx, key, tokens, nanos);
              ledger
                  .activations()
                  .open(tx, key)
                  .filter(turn -> turn.state() == ActivationState.BLOCKED)
                  .ifPresent(turn -> rearm(tx, turn, Set.of(Scope.SESSION), settings));
              return view(tx, agent, session, settings);
            });
  }

  /**
   * Starts the turns of an agent again that its budgets stopped and no longer stop.
   *
   * @param configs the settings of the agent with the new budgets
   * @param changed the scopes whose budgets changed
   */
  public void changed(Tx tx, UUID agent, Map<String, String> configs, Set<Scope> changed) {
    BudgetSettings settings = new BudgetSettings(configs);
    ledger.activations().blocked(tx, agent).forEach(turn -> rearm(tx, turn, changed, settings));
  }

  private void rearm(Tx tx, ActivationRow turn, Set<Scope> changed, BudgetSettings settings) {
    ledger
        .activations()
        .stoppedBy(tx, turn)
        .map(Limit::scope)
        .filter(changed::contains)
        .filter(
            scope ->
                Spending.hasRoom(
                    tx, turn.agent(), turn.session(), scope, settings, ledger.time().now()))
        .ifPresent(_ -> settlement.rearm(tx, turn, "the budget was changed"));
  }

  private BudgetSettings settings(UUID agent) {
    return new BudgetSettings(
        directory.turn(agent).map(turn -> turn.settings().options()).orElse(Map.of()));
  }

  private SessionBudget view(Rows rows, UUID agent, SessionId session, BudgetSettings settings) {
    Spending.OfSession sums =
        Spending.of(rows, ledger.key(rows, agent, session), settings).orElseThrow();
    return new SessionBudget(
        sums.id(),
        sums.used().tokens(),
        limit(sums.limit().tokens()),
        sums.used().nanos(),
        limit(sums.limit().nanos()));
  }

  private static @Nullable Long limit(long limit) {
    return limit == Amount.UNLIMITED ? null : Long.valueOf(limit);
  }
}
