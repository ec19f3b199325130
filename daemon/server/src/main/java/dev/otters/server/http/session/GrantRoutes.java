package dev.otters.server.http.session;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.session.GrantRevocation;
import dev.otters.api.session.SessionGrants;
import dev.otters.api.system.NewToken;
import dev.otters.api.system.TokenIssued;
import dev.otters.api.system.TokenList;
import dev.otters.api.system.TokenView;
import dev.otters.home.token.ApiTokens;
import dev.otters.resources.grant.Grants;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import dev.otters.sessions.SessionService;
import dev.otters.sessions.log.SessionId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The routes by which an operator takes grants away, and gives tokens that are bound to some. */
public record GrantRoutes(AgentKeeper agents, SessionService sessions, ApiTokens tokens) {
  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, SessionService sessions, ApiTokens tokens) {
    GrantRoutes routes = new GrantRoutes(agents, sessions, tokens);
    return List.of(
        Endpoint.post("/v1/agents/{name}/sessions/{session}/revoke", routes::revoke),
        Endpoint.get("/v1/tokens", routes::list),
        Endpoint.post("/v1/tokens", routes::issue),
        Endpoint.delete("/v1/tokens/{token}", routes::remove));
  }

  private Reply revoke(Request request) {
    UUID agent = agents.id(request.path("name"));
    SessionId session = new SessionId(request.path("session"));
    Grants gone = paths("grants", request.json(GrantRevocation.class).grants());
    request.concerns("%s/%s %s".formatted(request.path("name"), session, gone.text()));
    return Reply.of(new SessionGrants(sessions.revoke(agent, session, gone).texts()));
  }

  private Reply list(Request request) {
    return Reply.of(new TokenList(tokens.list().stream().map(GrantRoutes::view).toList()));
  }

  private Reply issue(Request request) {
    Grants roots = paths("roots", request.json(NewToken.class).roots());
    ApiTokens.Issued issued =
        tokens
            .issue(roots.texts())
            .orElseThrow(
                () ->
                    ApiException.of(
                        ErrorCode.CONFLICT,
                        "there are " + ApiTokens.MOST + " tokens, which is the limit",
                        "Remove some with 'otters token rm'."));
    request.concerns(issued.entry().id() + " " + roots.text());
    return Reply.of(new TokenIssued(issued.token(), view(issued.entry())));
  }

  private Reply remove(Request request) {
    if (!tokens.revoke(request.path("token"))) {
      throw ApiException.of(
          ErrorCode.NOT_FOUND,
          "there is no token " + request.path("token"),
          "List the tokens with 'otters token ls'.");
    }
    request.endStreams(request.path("token"));
    return new Reply.Done();
  }

  private static TokenView view(ApiTokens.Entry entry) {
    return new TokenView(entry.id(), entry.roots(), entry.issuedAt(), entry.expiresAt());
  }

  private static Grants paths(String field, @Nullable List<String> texts) {
    if (texts == null || texts.isEmpty()) {
      throw Request.invalid("field '" + field + "' must name at least one namespace");
    }
    try {
      return Grants.of(texts);
    } catch (IllegalArgumentException e) {
      throw Request.invalid(String.valueOf(e.getMessage()));
    }
  }
}
