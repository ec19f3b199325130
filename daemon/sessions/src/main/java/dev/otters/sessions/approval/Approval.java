package dev.otters.sessions.approval;

import dev.otters.home.store.Row;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.log.SessionId;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * A row of the table {@code approvals}: a call that needs the operator's permission.
 *
 * @param step the completion that made the call, from 1
 * @param call the call as the model wrote it, which is what runs
 */
public record Approval(
    long key, Place place, long fence, int step, ToolCall call, ApprovalState state, Times times) {
  /**
   * The turn that made the call.
   *
   * @param session the key of the session
   * @param id the id of the session
   * @param sandbox the sandbox of the session, which has the id of the agent if they share it
   */
  public record Place(UUID agent, long session, SessionId id, String activation, UUID sandbox) {
    /** Returns the agent and the sandbox, whose removal stops a call. */
    public Set<UUID> users() {
      return agent.equals(sandbox) ? Set.of(agent) : Set.of(agent, sandbox);
    }
  }

  /**
   * The times of an approval.
   *
   * @param expires when it counts as denied
   */
  public record Times(Instant requested, Instant expires) {}

  /** Returns the approval in another state. */
  public Approval in(ApprovalState other) {
    return new Approval(key, place, fence, step, call, other, times);
  }

  static Approval of(Row row) {
    return new Approval(
        row.number("key"),
        new Place(
            row.uuid("agent"),
            row.number("session"),
            new SessionId(row.text("id")),
            row.text("activation"),
            row.uuid("sandbox")),
        row.number("fence"),
        (int) row.number("step"),
        new ToolCall(row.text("call"), row.text("tool"), row.text("input")),
        row.constant("state", ApprovalState.class),
        new Times(row.time("requested_at"), row.time("expires_at")));
  }
}
