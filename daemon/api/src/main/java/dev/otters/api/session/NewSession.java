package dev.otters.api.session;

import dev.otters.api.NullIfAbsent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to create a session.
 *
 * @param id the id of the request, chosen by the client; a repeated request creates one session
 * @param session the id of the session; null for a generated one
 * @param title null for the beginning of the first message
 * @param budget null for the usual budget
 * @param expiresAt when the session ends; null for never
 * @param expiresInSeconds the time after which it ends, instead of {@code expiresAt}
 * @param grants the namespaces that the session may reach; null for those of its parent, or without
 *     one for the usual ones of the agent
 * @param parent the session that it is a child of, as {@code AGENT/SESSION}; null for none
 */
public record NewSession(
    @Nullable String id,
    @Nullable String session,
    @Nullable String title,
    Map<String, String> labels,
    @Nullable BudgetRequest budget,
    List<ClientTool> tools,
    @Nullable Instant expiresAt,
    @Nullable Long expiresInSeconds,
    @NullIfAbsent @Nullable List<String> grants,
    @Nullable String parent) {
  /** Creates a request for a session with the usual grants that does not expire. */
  public NewSession(
      @Nullable String id,
      @Nullable String session,
      @Nullable String title,
      Map<String, String> labels,
      @Nullable BudgetRequest budget,
      List<ClientTool> tools) {
    this(id, session, title, labels, budget, tools, null, null, null, null);
  }

  /** Returns the request with these grants. */
  public NewSession with(List<String> wanted) {
    return new NewSession(
        id, session, title, labels, budget, tools, expiresAt, expiresInSeconds, wanted, parent);
  }
}
