package dev.otters.resources;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceToolContext;
import java.time.Instant;
import java.util.List;

/**
 * The table {@code resource_calls}, with the newest calls of providers. A flood of calls pushes out
 * no calls of other agents, and none that were denied.
 */
public final class ResourceAudit {
  /** The limit on the rows of an agent that were allowed, and on those that were denied. */
  static final int MOST_OF_AGENT = 10_000;

  /** The limit on all rows. */
  static final int MOST = 200_000;

  /** The operation of what a turn learns when it begins. */
  static final String CONTEXT = "context";

  private static final int LONGEST_PATH = 200;

  private ResourceAudit() {}

  /**
   * A call of a provider.
   *
   * @param agent the id of the agent
   * @param operation the operation, or {@code context} for what a turn learned when it began
   * @param path what the call was about; the path that the model named, as it wrote it, if the call
   *     was denied or wrong; empty for none
   * @param allowed whether mode and grants allowed it
   */
  public record Entry(
      Instant at,
      String agent,
      String session,
      String activation,
      String resource,
      String mode,
      String operation,
      String path,
      boolean allowed) {}

  static void add(
      Tx tx,
      ResourceToolContext.Run run,
      DeclaredResource resource,
      String operation,
      String path,
      boolean allowed) {
    tx.execute(
        "INSERT INTO resource_calls(at, agent, session, activation, resource, mode, operation,"
            + " path, allowed, number) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, 1 + COALESCE(max(number),"
            + " 0) FROM resource_calls WHERE agent = ? AND allowed = ?",
        run.now(),
        run.agentId(),
        run.sessionId(),
        run.activationId(),
        resource.name(),
        resource.mode().toString(),
        operation,
        path.length() <= LONGEST_PATH ? path : path.substring(0, LONGEST_PATH) + "…",
        allowed,
        run.agentId(),
        allowed);
    tx.execute(
        "DELETE FROM resource_calls WHERE agent = ?1 AND allowed = ?2 AND number <= (SELECT"
            + " max(number) FROM resource_calls WHERE agent = ?1 AND allowed = ?2) - ?3",
        run.agentId(),
        allowed,
        MOST_OF_AGENT);
    tx.execute(
        "DELETE FROM resource_calls WHERE key <= (SELECT max(key) FROM resource_calls) - ?", MOST);
  }

  /** Returns the newest calls, the newest first. */
  public static List<Entry> newest(Rows rows, int limit) {
    return rows.list(
        "SELECT * FROM resource_calls ORDER BY key DESC LIMIT ?", ResourceAudit::entry, limit);
  }

  private static Entry entry(Row row) {
    return new Entry(
        row.time("at"),
        row.text("agent"),
        row.text("session"),
        row.text("activation"),
        row.text("resource"),
        row.text("mode"),
        row.text("operation"),
        row.text("path"),
        row.flag("allowed"));
  }
}
