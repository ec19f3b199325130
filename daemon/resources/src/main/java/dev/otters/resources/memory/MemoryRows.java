package dev.otters.resources.memory;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.grant.Namespace;
import dev.otters.resources.grant.Scope;
import dev.otters.resources.provider.ResourceToolContext;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The tables of memories. Only those that nothing supersedes have topics and words. */
final class MemoryRows {
  private static final int ID_DIGITS = 12;

  private static final String NEWEST =
      "SELECT * FROM memories WHERE superseded_by IS NULL AND key < ? AND ";

  private MemoryRows() {}

  /** How much is stored. */
  record Extent(long entries, long bytes) {}

  /** A topic and the number of its memories. */
  record TopicCount(String topic, long memories) {}

  static Extent extent(Rows rows, Scope scope) {
    return rows.first(
            "SELECT count(*) AS n, COALESCE(sum(bytes), 0) AS bytes FROM memories WHERE "
                + scope.sql(),
            row -> new Extent(row.number("n"), row.number("bytes")),
            scope.with(List.of()))
        .orElseThrow();
  }

  /** Returns the id of a memory with this text; empty if there is none. */
  static Optional<String> same(Rows rows, Namespace namespace, String text, long bytes) {
    return rows.first(
        "SELECT id FROM memories WHERE namespace = ? AND bytes = ? AND text = ? AND superseded_by"
            + " IS NULL",
        row -> row.text("id"),
        namespace.path(),
        bytes,
        text);
  }

  /** Returns a memory, also one that is superseded. */
  static Optional<Memory> find(Rows rows, String id) {
    return rows.first("SELECT * FROM memories WHERE id = ?", MemoryRows::memory, id);
  }

  /** Returns the memories that led to a memory, the newest first. */
  static List<Memory> history(Rows rows, Memory memory, int limit) {
    return rows.list(
        "WITH RECURSIVE chain(id) AS (SELECT ? UNION SELECT m.id FROM memories m JOIN chain ON"
            + " m.superseded_by = chain.id) SELECT memories.* FROM memories JOIN chain USING (id)"
            + " WHERE key <> ? ORDER BY key DESC LIMIT ?",
        MemoryRows::memory,
        memory.id(),
        memory.key(),
        limit);
  }

  /**
   * Returns the newest memories, the newest first.
   *
   * @param topics one of which they must have; empty for any
   * @param before the key that they must be below
   */
  static List<Memory> newest(Rows rows, Scope scope, List<String> topics, long before, int limit) {
    String topical =
        topics.isEmpty()
            ? ""
            : " AND key IN (SELECT memory FROM memory_topics WHERE topic IN ("
                + String.join(", ", topics.stream().map(topic -> "?").toList())
                + "))";
    return rows.list(
        NEWEST + scope.sql() + topical + " ORDER BY key DESC LIMIT ?",
        MemoryRows::memory,
        scope.with(
            List.of(before), Stream.concat(topics.stream(), Stream.of((Object) limit)).toArray()));
  }

  /**
   * Returns the memories with words of a query, those that fit best first.
   *
   * @param query from {@link Words#query}
   */
  static List<Memory> search(Rows rows, Scope scope, String query, int limit) {
    return rows.list(
        "SELECT memories.* FROM memory_words JOIN memories ON key = memory_words.rowid WHERE"
            + " memory_words MATCH ? AND "
            + scope.sql()
            + " ORDER BY rank, key DESC LIMIT ?",
        MemoryRows::memory,
        scope.with(List.of(query), limit));
  }

  /** Returns the topics, those with the most memories first. */
  static List<TopicCount> topics(Rows rows, Scope scope, int limit) {
    return rows.list(
        "SELECT topic, count(*) AS n FROM memory_topics JOIN memories ON key = memory WHERE "
            + scope.sql()
            + " GROUP BY topic ORDER BY n DESC, topic LIMIT ?",
        row -> new TopicCount(row.text("topic"), row.number("n")),
        scope.with(List.of(), limit));
  }

  /** Adds a memory and returns its id. */
  static String add(Tx tx, MemoryDraft draft, Namespace namespace, ResourceToolContext.Run author) {
    String id = freeId(tx);
    String topics = String.join(",", draft.topics());
    tx.execute(
        "INSERT INTO memories(id, namespace, type, topics, text, bytes, agent, session, activation,"
            + " created_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        id,
        namespace.path(),
        draft.type(),
        topics,
        draft.text(),
        draft.bytes(),
        author.agentId(),
        author.sessionId(),
        author.activationId(),
        author.now());
    long key = tx.number("SELECT key AS n FROM memories WHERE id = ?", id);
    tx.execute(
        "INSERT INTO memory_words(rowid, text, topics) VALUES(?, ?, ?)", key, draft.text(), topics);
    draft
        .topics()
        .forEach(
            topic ->
                tx.execute("INSERT INTO memory_topics(memory, topic) VALUES(?, ?)", key, topic));
    return id;
  }

  private static String freeId(Rows rows) {
    return Stream.generate(() -> UUID.randomUUID().toString().replace("-", ""))
        .map(digits -> "mem_" + digits.substring(0, ID_DIGITS))
        .filter(id -> !rows.any("SELECT 1 FROM memories WHERE id = ?", id))
        .findFirst()
        .orElseThrow();
  }

  static void supersede(Tx tx, Memory old, String by) {
    tx.execute("UPDATE memories SET superseded_by = ? WHERE key = ?", by, old.key());
    tx.execute("DELETE FROM memory_topics WHERE memory = ?", old.key());
    tx.execute("DELETE FROM memory_words WHERE rowid = ?", old.key());
  }

  /** Deletes a memory with those that it superseded, and returns how many these are. */
  static long delete(Tx tx, String id) {
    List<Long> keys =
        tx.list(
            "WITH RECURSIVE chain(id) AS (SELECT ? UNION SELECT m.id FROM memories m JOIN chain ON"
                + " m.superseded_by = chain.id) SELECT key FROM memories JOIN chain USING (id)",
            row -> row.number("key"),
            id);
    keys.forEach(key -> delete(tx, key));
    return keys.size();
  }

  private static void delete(Tx tx, long key) {
    tx.execute("DELETE FROM memory_words WHERE rowid = ?", key);
    tx.execute("DELETE FROM memories WHERE key = ?", key);
  }

  /** Deletes some memories, with those that are superseded, and returns how many. */
  static long delete(Tx tx, Scope scope, int limit) {
    List<Long> keys =
        tx.list(
            "SELECT key FROM memories WHERE " + scope.sql() + " LIMIT ?",
            row -> row.number("key"),
            scope.with(List.of(), limit));
    keys.forEach(key -> delete(tx, key));
    return keys.size();
  }

  private static Memory memory(Row row) {
    String topics = row.text("topics");
    return new Memory(
        row.number("key"),
        row.text("id"),
        new Namespace(row.text("namespace")),
        row.constant("type", MemoryType.class),
        topics.isEmpty() ? List.of() : List.of(topics.split(",", -1)),
        row.text("text"),
        new Memory.Author(row.text("agent"), row.text("session"), row.text("activation")),
        row.time("created_at"),
        row.maybeText("superseded_by"));
  }
}
