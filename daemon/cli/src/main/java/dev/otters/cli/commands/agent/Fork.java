package dev.otters.cli.commands.agent;

import dev.otters.api.session.NewSession;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.client.RetryPause;
import dev.otters.cli.client.Route;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.console.Console;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Begins a session with other grants beside one that has its own. It begins without a conversation:
 * what was said under grants that the new session lacks must not be in it.
 *
 * @param origin the beginning of the id of the new session
 * @param grants the grants of the new session
 */
record Fork(Invocation invocation, String origin, List<String> grants) {
  /** Returns whether a session has other grants than those that are wanted. */
  boolean isNeeded(SessionSummary session) {
    return !Set.copyOf(session.grants()).equals(Set.copyOf(grants));
  }

  /**
   * Creates the session, as a child of the other one if this covers its grants, and says so.
   *
   * @return its id
   */
  String of(SessionSummary session) {
    boolean covered = grants.stream().allMatch(path -> isCovered(session, path));
    NewSession wanted =
        new NewSession(
            UUID.randomUUID().toString(),
            origin + UUID.randomUUID(),
            null,
            Map.of(),
            null,
            List.of(),
            null,
            null,
            grants,
            covered ? session.agent() + "/" + session.id() : null);
    Console console = invocation.console();
    SessionSummary made =
        RetryPause.repeated(
            () ->
                invocation
                    .daemon()
                    .post(
                        Route.of("agents", session.agent(), "sessions"),
                        wanted,
                        SessionSummary.class),
            console::note);
    console.note(
        "session %s begins without a conversation, since %s has other grants"
            .formatted(made.id(), session.id()));
    return made.id();
  }

  /** Returns whether a session has a grant at or above a path. Each path has one spelling. */
  private static boolean isCovered(SessionSummary session, String path) {
    return session.grants().stream()
        .anyMatch(grant -> path.equals(grant) || path.startsWith(grant + "/"));
  }
}
