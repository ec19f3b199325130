package dev.otters.server.http.session;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.session.ApprovalDecision;
import dev.otters.api.session.ApprovalList;
import dev.otters.api.session.ApprovalView;
import dev.otters.protocol.ToolInput;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import dev.otters.sessions.Approvals;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.log.Page;
import dev.otters.sessions.log.SessionId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The routes of the calls that need the operator's permission.
 *
 * @param automatic the tools, as {@code AGENT/TOOL}, whose calls may be allowed unseen
 */
public record ApprovalRoutes(AgentKeeper agents, Approvals approvals, Set<String> automatic) {
  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, Approvals approvals, Set<String> automatic) {
    ApprovalRoutes routes = new ApprovalRoutes(agents, approvals, automatic);
    return List.of(
        Endpoint.get("/v1/approvals", routes::list),
        Endpoint.post("/v1/agents/{name}/sessions/{session}/approvals", routes::decide));
  }

  private Reply list(Request request) {
    Optional<UUID> agent = request.query("agent").map(agents::id);
    Map<String, String> names = agents.names();
    long after = request.query("after", "the id of an approval", Long::parseLong).orElse(0L);
    int limit = request.limit().orElse(Page.MOST);
    Page<Approval> page = approvals.open(new Page.Place(agent, after, limit));
    List<ApprovalView> views =
        page.entries().stream()
            .map(it -> view(it, names.getOrDefault(it.place().agent().toString(), "")))
            .toList();
    return Reply.of(new ApprovalList(views, page.more() ? views.getLast().id() : null));
  }

  private static ApprovalView view(Approval approval, String agent) {
    Optional<ToolInput> input = input(approval);
    return new ApprovalView(
        Long.toString(approval.key()),
        agent,
        approval.place().id().toString(),
        approval.call().id(),
        approval.call().name(),
        input.map(ToolInput::args).orElse(List.of()),
        input.map(ToolInput::stdin).filter(text -> !text.isEmpty()).orElse(null),
        input.isPresent() ? null : approval.call().argumentsJson(),
        approval.state().wireName(),
        approval.times().requested(),
        approval.times().expires());
  }

  private static Optional<ToolInput> input(Approval approval) {
    try {
      return Optional.of(ToolInput.parse(approval.call().argumentsJson()));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private Reply decide(Request request) {
    UUID agent = agents.id(request.path("name"));
    ApprovalDecision wanted = request.json(ApprovalDecision.class);
    Request.present("approval", wanted.approval());
    Request.present("decision", wanted.decision());
    SessionId session = new SessionId(request.path("session"));
    long key = key(wanted.approval());
    boolean allow = allows(wanted.decision());
    if (allow && wanted.automatic()) {
      requireAutomatic(agent, approvals.tool(agent, session, key));
    }
    approvals.decide(agent, session, key, allow, Optional.ofNullable(wanted.note()).orElse(""));
    return new Reply.Done();
  }

  private void requireAutomatic(UUID agent, String tool) {
    String entry = agents.inspect(agent.toString()).name() + "/" + tool;
    if (!automatic.contains(entry)) {
      throw ApiException.of(
          ErrorCode.FORBIDDEN,
          "calls of " + entry + " may not be allowed unseen",
          "Use 'otters session confirm', or add %s to prompt-yes in ottersd.yaml, which the daemon reads when it starts."
              .formatted(entry));
    }
  }

  private static long key(String approval) {
    try {
      return Long.parseLong(approval);
    } catch (NumberFormatException _) {
      throw Request.invalid("field 'approval' must be the id of an approval");
    }
  }

  private static boolean allows(String decision) {
    return switch (decision) {
      case ApprovalDecision.ALLOW -> true;
      case ApprovalDecision.DENY -> false;
      default -> throw Request.invalid("field 'decision' must be allow or deny");
    };
  }
}
