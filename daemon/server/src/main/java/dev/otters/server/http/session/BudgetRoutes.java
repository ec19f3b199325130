package dev.otters.server.http.session;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.session.BudgetRequest;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import dev.otters.sessions.SessionBudgets;
import dev.otters.sessions.budget.Unit;
import dev.otters.sessions.log.SessionId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The routes of the budgets of sessions. */
public record BudgetRoutes(AgentKeeper agents, SessionBudgets budgets) {
  private static final String BUDGET = "/v1/agents/{name}/sessions/{session}/budget";

  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, SessionBudgets budgets) {
    BudgetRoutes routes = new BudgetRoutes(agents, budgets);
    return List.of(Endpoint.get(BUDGET, routes::show), Endpoint.put(BUDGET, routes::set));
  }

  private Reply show(Request request) {
    return Reply.of(budgets.show(agent(request), session(request)));
  }

  private Reply set(Request request) {
    BudgetRequest wanted = request.json(BudgetRequest.class);
    return Reply.of(
        budgets.set(
            agent(request),
            session(request),
            limit("tokens", wanted.tokens(), Unit.TOKENS),
            limit("cost", wanted.cost(), Unit.COST)));
  }

  private static Optional<Long> limit(String field, @Nullable String text, Unit unit) {
    try {
      return Optional.ofNullable(text).map(unit::read);
    } catch (IllegalArgumentException _) {
      throw Request.invalid("field '" + field + "' must be " + unit.expected());
    }
  }

  private UUID agent(Request request) {
    return agents.id(request.path("name"));
  }

  private static SessionId session(Request request) {
    return new SessionId(request.path("session"));
  }
}
