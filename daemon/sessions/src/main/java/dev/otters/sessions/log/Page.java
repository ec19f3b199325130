package dev.otters.sessions.log;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A part of a list of calls that wait. Models write the inputs of calls, so a page is limited in
 * bytes, too; it has at least one entry unless none is left.
 *
 * @param more whether entries follow
 */
public record Page<T>(List<T> entries, boolean more) {
  /** The most entries of a page. */
  public static final int MOST = 1000;

  /** The size of a page in bytes of inputs. */
  private static final int BYTES = 1024 * 1024;

  /**
   * The entries of a page.
   *
   * @param agent empty for those of all agents
   * @param after the key of the last entry of the page before; 0 for the first page
   */
  public record Place(Optional<UUID> agent, long after, int limit) {}

  /**
   * Reads a page, in the order of keys.
   *
   * @param select a query of the entries, up to its conditions; it names the table {@code t}
   * @param table the table, which has the columns {@code key, agent} and {@code input}
   * @param open the condition of the entries that wait
   */
  public static <T> Page<T> read(
      Rows rows, String select, String table, String open, Place place, Function<Row, T> entry) {
    String waiting = open + " AND key > ? AND (? IS NULL OR agent = ?)";
    Optional<UUID> agent = place.agent();
    long last =
        rows.number(
            ("SELECT coalesce(max(key), 0) AS n FROM (SELECT key, size, sum(size) OVER (ORDER BY"
                    + " key) AS total FROM (SELECT key, octet_length(input) AS size FROM %s WHERE"
                    + " %s ORDER BY key LIMIT ?)) WHERE total - size < ?")
                .formatted(table, waiting),
            place.after(),
            agent,
            agent,
            place.limit(),
            BYTES);
    List<T> entries =
        rows.list(
            select
                + "t."
                + open
                + " AND t.key > ? AND t.key <= ? AND (? IS NULL OR t.agent = ?) ORDER BY t.key",
            entry,
            place.after(),
            last,
            agent,
            agent);
    boolean more =
        !entries.isEmpty()
            && rows.any("SELECT 1 FROM %s WHERE %s".formatted(table, waiting), last, agent, agent);
    return new Page<>(entries, more);
  }
}
