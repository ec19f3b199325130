package dev.otters.sessions.budget;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The sums of what was used: in the table {@code sessions}, and in the table {@code spending} by
 * agent and day. The agent '' means all agents, the day '' all days.
 */
public final class Spending {
  private static final int KEPT_DAYS = 2;

  private Spending() {}

  /** Adds what an answer used. */
  public static void add(Tx tx, UUID agent, long session, Instant at, Amount used) {
    tx.execute(
        "UPDATE sessions SET spent_tokens = spent_tokens + ?, spent_cost = spent_cost + ? WHERE key"
            + " = ?",
        used.tokens(),
        used.nanos(),
        session);
    String day = day(at).toString();
    tx.execute(
        "INSERT INTO spending(agent, day, tokens, cost) VALUES(?, '', ?, ?), (?, ?, ?, ?), ('', ?,"
            + " ?, ?) ON CONFLICT(agent, day) DO UPDATE SET tokens = tokens + excluded.tokens, cost"
            + " = cost + excluded.cost",
        agent,
        used.tokens(),
        used.nanos(),
        agent,
        day,
        used.tokens(),
        used.nanos(),
        day,
        used.tokens(),
        used.nanos());
  }

  /** Deletes the sums of old days. */
  public static void forgetOld(Tx tx, Instant now) {
    tx.execute(
        "DELETE FROM spending WHERE day <> '' AND day < ?",
        day(now).minusDays(KEPT_DAYS).toString());
  }

  /** Deletes the sums of an agent. */
  public static void forget(Tx tx, UUID agent) {
    tx.execute("DELETE FROM spending WHERE agent = ?", agent);
  }

  private static LocalDate day(Instant at) {
    return at.atOffset(ZoneOffset.UTC).toLocalDate();
  }

  /**
   * Returns the budgets of a request: that of its session, if there is one, of its agent and of all
   * agents.
   *
   * @param home the limits of all agents for a day
   */
  static List<Budget> budgets(
      Rows rows, UUID agent, long session, BudgetSettings settings, Amount home, Instant now) {
    String id = agent.toString();
    String day = day(now).toString();
    Optional<OfSession> known = of(rows, session, settings);
    OfSession own = known.orElseGet(() -> without(rows, id));
    String name = own.agent().isEmpty() ? id : own.agent();
    List<Budget> budgets = new ArrayList<>();
    if (known.isPresent()) {
      budgets.add(own.budget(Scope.SESSION, "s" + session, own.used(), own.limit(), name));
    }
    Amount ofAgent = settings.limit(Scope.AGENT);
    budgets.add(own.budget(Scope.AGENT, id, used(rows, id, ""), ofAgent, name));
    Amount ofDay = settings.limit(Scope.DAY);
    budgets.add(own.budget(Scope.DAY, id + " " + day, used(rows, id, day), ofDay, name));
    budgets.add(own.budget(Scope.HOME, day, used(rows, "", day), home, name));
    return budgets;
  }

  /** Returns whether a budget that applies to a session is not used up. */
  public static boolean hasRoom(
      Rows rows, UUID agent, long session, Scope scope, BudgetSettings settings, Instant now) {
    return budgets(rows, agent, session, settings, Amount.ANY, now).stream()
        .filter(budget -> budget.scope() == scope)
        .allMatch(budget -> budget.hasRoom(Amount.NONE));
  }

  private static OfSession without(Rows rows, String agent) {
    String name =
        rows.first("SELECT name FROM agents WHERE id = ?", row -> row.text("name"), agent)
            .orElse("");
    return new OfSession("", name, Amount.NONE, Amount.ANY);
  }

  /** Returns what a session used of its budget; empty if there is no such session. */
  public static Optional<OfSession> of(Rows rows, long session, BudgetSettings settings) {
    return rows.first(
        "SELECT id, spent_tokens, spent_cost, budget_tokens, budget_cost, (SELECT name FROM"
            + " agents WHERE agents.id = sessions.agent) AS agent_name FROM sessions WHERE key"
            + " = ?",
        row -> new OfSession(row, settings.limit(Scope.SESSION)),
        session);
  }

  /** Sets the limits of a session. An empty one keeps the present limit. */
  public static void limit(Tx tx, long session, Optional<Long> tokens, Optional<Long> nanos) {
    tx.execute(
        "UPDATE sessions SET budget_tokens = coalesce(?, budget_tokens), budget_cost = coalesce(?,"
            + " budget_cost) WHERE key = ?",
        tokens,
        nanos,
        session);
  }

  /**
   * The budget of a session.
   *
   * @param agent the name of the agent; empty if it has none
   */
  public record OfSession(String id, String agent, Amount used, Amount limit) {
    private OfSession(Row row, Amount usual) {
      this(
          row.text("id"),
          row.maybeText("agent_name").orElse(""),
          new Amount(row.number("spent_tokens"), row.number("spent_cost")),
          new Amount(
              row.maybeNumber("budget_tokens").orElse(usual.tokens()),
              row.maybeNumber("budget_cost").orElse(usual.nanos())));
    }

    Budget budget(Scope scope, String key, Amount spent, Amount most, String name) {
      return new Budget(scope, key, spent, most, name, id);
    }
  }

  private static Amount used(Rows rows, String agent, String day) {
    return rows.first(
            "SELECT tokens, cost FROM spending WHERE agent = ? AND day = ?",
            row -> new Amount(row.number("tokens"), row.number("cost")),
            agent,
            day)
        .orElse(Amount.NONE);
  }
}
