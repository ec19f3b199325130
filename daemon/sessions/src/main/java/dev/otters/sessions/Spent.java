package dev.otters.sessions;

import dev.otters.api.session.UsageGroup;
import dev.otters.api.session.UsageReport;
import dev.otters.api.session.UsageRow;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.Usage;
import dev.otters.sessions.budget.Amount;
import dev.otters.sessions.log.ActivationRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A row of the table {@code ledger}: what an answer of a model cost. Rows are removed only by their
 * number, not with their session or agent.
 *
 * @param step the number of the completion in its attempt; negative if no turn uses its answer
 * @param cost the price of the answer in nanodollars; empty if the model has no price
 */
record Spent(int step, String model, Usage usage, Optional<Long> cost) {
  /** The most rows, of about 250 bytes each. */
  static final long MOST = 500_000;

  private static final int MOST_GROUPS = 1000;

  private static final String SUMS =
      "count(*) AS n, coalesce(sum(input_tokens), 0) AS input, coalesce(sum(cached_tokens), 0) AS"
          + " cached, coalesce(sum(cache_write_tokens), 0) AS written, coalesce(sum(output_tokens),"
          + " 0) AS output, coalesce(sum(reasoning_tokens), 0) AS reasoning,"
          + " coalesce(max(estimated), 0) AS estimated, coalesce(sum(cost), 0) AS cost, count(*) -"
          + " count(cost) AS unpriced";

  /**
   * Stores the row, once.
   *
   * @param session the key of the session, which may have been removed
   * @return whether it was not there before
   */
  boolean save(Tx tx, UUID agent, long session, String activation, long fence, Instant now) {
    int added =
        tx.execute(
            "INSERT INTO ledger(activation, fence, step, agent, agent_name, session, model,"
                + " input_tokens, cached_tokens, cache_write_tokens, output_tokens,"
                + " reasoning_tokens, estimated, at, cost) VALUES(?, ?, ?, ?, coalesce((SELECT"
                + " name FROM agents WHERE id = ?), ?), coalesce((SELECT id FROM sessions WHERE"
                + " key = ?), '(removed)'), ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            activation,
            fence,
            step,
            agent,
            agent,
            agent,
            session,
            model,
            usage.inputTokens(),
            usage.cachedTokens(),
            usage.cacheWriteTokens(),
            usage.outputTokens(),
            usage.reasoningTokens(),
            usage.estimated(),
            now,
            cost);
    return added == 1;
  }

  /** Returns what counts against budgets. */
  Amount amount() {
    return new Amount(usage.inputTokens() + usage.outputTokens(), cost.orElse(0L));
  }

  /** Returns the row of an answer that the log does not have, and that may be asked for again. */
  Spent unused() {
    return new Spent(-step, model, usage, cost);
  }

  /** Returns how many completions all attempts of a turn had. */
  static long count(Rows rows, ActivationRow turn) {
    return rows.number("SELECT count(*) AS n FROM ledger WHERE activation = ?", turn.id());
  }

  /** Returns what all attempts of a turn cost. */
  static Usage total(Rows rows, ActivationRow turn) {
    return rows.first(
            "SELECT " + SUMS + " FROM ledger WHERE activation = ?", Spent::sums, turn.id())
        .orElse(Usage.NONE);
  }

  private static Usage sums(Row row) {
    UsageRow all = row("", row);
    return new Usage(
        all.inputTokens(),
        all.cachedTokens(),
        all.cacheWriteTokens(),
        all.outputTokens(),
        all.reasoningTokens(),
        all.estimated());
  }

  /**
   * Returns what agents used, in groups.
   *
   * @param since the start of the period
   * @param agent the name or id of the only agent; empty for all
   * @param warnings problems with the prices
   */
  static UsageReport report(
      Rows rows, UsageGroup group, Instant since, Optional<String> agent, List<String> warnings) {
    String from =
        " FROM ledger WHERE at >= ?" + (agent.isEmpty() ? "" : " AND ? IN (agent_name, agent)");
    Object[] arguments =
        agent.<Object[]>map(name -> new Object[] {since, name}).orElse(new Object[] {since});
    String key = key(group);
    List<UsageRow> groups =
        rows.list(
            "SELECT %s AS name, %s%s GROUP BY %s ORDER BY max(at) DESC, name LIMIT %d"
                .formatted(key, SUMS, from, key, MOST_GROUPS),
            row -> row(row.text("name"), row),
            arguments);
    UsageRow total =
        rows.first("SELECT " + SUMS + from, row -> row("total", row), arguments).orElseThrow();
    long all = rows.number("SELECT count(DISTINCT " + key + ") AS n" + from, arguments);
    return new UsageReport(groups, total, all - groups.size(), warnings);
  }

  private static String key(UsageGroup group) {
    return switch (group) {
      case AGENT -> "agent_name";
      case SESSION -> "agent_name || '/' || session";
      case DAY -> "strftime('%Y-%m-%d', at / 1000, 'unixepoch')";
      case PROVIDER -> "substr(model, 1, instr(model || '/', '/') - 1)";
    };
  }

  private static UsageRow row(String name, Row row) {
    return new UsageRow(
        name,
        row.number("n"),
        row.number("input"),
        row.number("cached"),
        row.number("written"),
        row.number("output"),
        row.number("reasoning"),
        row.flag("estimated"),
        row.number("cost"),
        row.number("unpriced"));
  }

  /** Deletes the oldest rows beyond the limit. */
  static void forgetOldest(Tx tx, long most) {
    tx.execute("DELETE FROM ledger WHERE rowid <= (SELECT max(rowid) FROM ledger) - ?", most);
  }
}
