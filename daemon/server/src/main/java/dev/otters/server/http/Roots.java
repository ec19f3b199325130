package dev.otters.server.http;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.session.NewSession;
import dev.otters.home.store.Tx;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.scratch.ContextIds;
import dev.otters.sessions.SessionService;
import dev.otters.sessions.log.ParentSession;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionView;
import java.util.Optional;
import java.util.UUID;

/**
 * The limits of tokens that are bound to namespaces, their roots: they use only sessions that have
 * grants, all of them at or below a root. Any other session does not exist for them, except that
 * its name is taken. What a token may never do is {@code FORBIDDEN}. The operator has no limits.
 */
public record Roots(SessionService sessions) {
  /** Refuses what is only the operator's. */
  static void require(Request request, Endpoint endpoint) {
    if (!endpoint.rooted()) {
      request
          .roots()
          .ifPresent(
              roots -> {
                throw forbidden(
                    "this token may only use sessions below " + text(roots),
                    "Use the operator's token.");
              });
    }
  }

  /** Returns whether a request is the operator's, and so not bound to namespaces. */
  public static boolean isOperator(Request request) {
    return request.roots().isEmpty();
  }

  /**
   * Returns the session that a request to read names. The operator may abbreviate its id; for
   * others, an abbreviation would tell whether it is unique.
   *
   * @throws SessionException with {@code NOT_FOUND} for a session beyond the roots
   */
  public SessionId named(Request request, UUID agent, SessionId name) {
    return request.roots().isEmpty() ? sessions.named(agent, name) : reached(request, agent, name);
  }

  /** Returns the session that a request names literally, with the same failure. */
  public SessionId reached(Request request, UUID agent, SessionId name) {
    Optional<Grants> roots = request.roots();
    if (roots.isEmpty()) {
      return name;
    }
    SessionView found =
        sessions.find(agent, name).orElseThrow(() -> SessionException.notFound(name));
    if (!reach(roots.get(), found.grants())) {
      request.hidesRefusal();
      throw SessionException.notFound(name);
    }
    return found.id();
  }

  private static boolean reach(Grants roots, Grants has) {
    return !has.isEmpty() && roots.cover(has);
  }

  /** Refuses a message to a session beyond the roots. No two sessions have the same name. */
  private static void require(Grants roots, SessionId session, Grants has) {
    if (!reach(roots, has)) {
      throw forbidden(
          "the name %s is taken by a session that this token cannot use".formatted(session),
          "Use another name.");
    }
  }

  /**
   * Returns the grants that a message must find or give its session: those that it names, or for a
   * new session the roots.
   *
   * @param asked the grants that the message names; empty if it leaves them out
   */
  Optional<Grants> wanted(Request request, UUID agent, SessionId session, Optional<Grants> asked) {
    Optional<Grants> roots = request.roots();
    if (roots.isEmpty()) {
      return asked;
    }
    asked.ifPresent(grants -> requireGrants(roots.get(), grants));
    Optional<SessionView> known = sessions.find(agent, session);
    known.ifPresent(view -> require(roots.get(), session, view.grants()));
    return known.isPresent() ? asked : asked.or(() -> roots);
  }

  /**
   * Returns a request for a session with the grants that it names or, if it names neither grants
   * nor a parent, with the roots. The operator decides about budgets and runs tools.
   */
  public NewSession limited(Request request, NewSession wanted) {
    Optional<Grants> roots = request.roots();
    if (roots.isEmpty()) {
      return wanted;
    }
    if (wanted.budget() != null || !wanted.tools().isEmpty()) {
      throw forbidden(
          "this token may not choose the budget and the tools of a session",
          "Leave out budget and tools.");
    }
    if (wanted.grants() != null) {
      requireGrants(roots.get(), SessionRoutes.grants(wanted.grants()));
    }
    return wanted.grants() == null && wanted.parent() == null
        ? wanted.with(roots.get().texts())
        : wanted;
  }

  /** Checks a parent again within the transaction: its grants may be others meanwhile. */
  public void admit(Request request, Tx tx, ParentSession parent) {
    request
        .roots()
        .filter(
            roots ->
                sessions
                    .grants(tx, parent.agent(), parent.session())
                    .filter(has -> reach(roots, has))
                    .isEmpty())
        .ifPresent(
            _ -> {
              throw SessionException.notFound(parent.session());
            });
  }

  private static void requireGrants(Grants roots, Grants asked) {
    if (asked.isEmpty()) {
      throw forbidden("a session of this token needs a grant", "Name grants, or leave them out.");
    }
    if (!roots.cover(asked)) {
      throw forbidden(
          "the grants %s are not all at or below %s, to which this token is bound"
              .formatted(text(asked), text(roots)),
          "Name grants below these, or leave them out.");
    }
  }

  /**
   * Returns the scratchpads that a message brings. That of a token with roots brings none: pads
   * lead past its roots.
   *
   * @param asked those that the message names; empty if it leaves them out
   */
  Optional<ContextIds> contextIds(Request request, Optional<ContextIds> asked) {
    if (request.roots().isEmpty()) {
      return asked;
    }
    if (asked.filter(ids -> !ids.isEmpty()).isPresent()) {
      throw forbidden(
          "this token may not name scratchpads: they are not bound to namespaces",
          "Leave out contextIds.");
    }
    return Optional.of(ContextIds.NONE);
  }

  /** Checks the session again within the transaction: it may be another one meanwhile. */
  void admit(Request request, Tx tx, UUID agent, SessionId session, Optional<Grants> wanted) {
    request
        .roots()
        .ifPresent(
            roots ->
                sessions
                    .grants(tx, agent, session)
                    .ifPresentOrElse(
                        has -> require(roots, session, has),
                        () -> {
                          if (wanted.isEmpty()) {
                            throw SessionException.notFound(session);
                          }
                        }));
  }

  private static String text(Grants grants) {
    return String.join(", ", grants.texts());
  }

  private static ApiException forbidden(String title, String remedy) {
    return ApiException.of(ErrorCode.FORBIDDEN, title, remedy);
  }
}
