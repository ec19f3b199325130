package dev.otters.resources.memory;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.grant.Namespace;
import dev.otters.resources.grant.Scope;
import dev.otters.resources.provider.ResourceToolContext;
import dev.otters.resources.provider.Words;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The tables of memories. Only those that nothing supersedes have topics and words. */
final class MemoryRows {
  private static final int ID_DIGITS = 12;

  /** The limit on the memories that one question reads: all of a grant that is full. */
  static final int MOST_READ = 10_000;

  private static final String FOUND =
      "SELECT memories.* FROM (SELECT rowid AS found FROM memory_words WHERE memory_words MATCH ?"
          + " AND rowid < ? ORDER BY rowid DESC LIMIT ?) JOIN memories ON key = found";

  private MemoryRows() {}

  /** How much is stored. */
  record Extent(long entries, long bytes) {}

  /** A topic and the number of its memories. */
  record TopicCount(String topic, long memories) {}

  /** Returns how much is stored, of which it counts {@code most} entries. */
  static Extent extent(Rows rows, Scope scope, long most) {
    return rows.first(
            "SELECT count(*) AS n, COALESCE(sum(bytes), 0) AS bytes FROM (SELECT bytes FROM"
                + " memories WHERE "
                + scope.sql()
                + " LIMIT ?)",
            row -> new Extent(row.number("n"), row.number("bytes")),
            scope.with(List.of(), most))
        .orElseThrow();
  }

  /** Returns the memory with this text; empty if there is none. */
  static Optional<Memory> same(Rows rows, Namespace namespace, String text, long bytes) {
    return rows.first(
        "SELECT * FROM memories WHERE namespace = ? AND bytes = ? AND text = ? AND superseded_by IS"
            + " NULL",
        MemoryRows::memory,
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
   * Returns the newest memories, the newest first. With topics, only the newest {@value #MOST_READ}
   * with such words are looked at.
   *
   * @param topics one of which they must have; empty for any
   * @param before the key that they must be below
   */
  static List<Memory> newest(Rows rows, Scope scope, List<String> topics, long before, int limit) {
    Optional<String> query = both(ofTopics(topics), scope.words());
    if (query.isEmpty()) {
      return rows.list(
          "SELECT * FROM memories WHERE superseded_by IS NULL AND key < ? ORDER BY key DESC LIMIT"
              + " ?",
          MemoryRows::memory,
          before,
          limit);
    }
    String topical =
        topics.isEmpty()
            ? ""
            : " AND key IN (SELECT memory FROM memory_topics WHERE memory = key AND topic IN ("
                + String.join(", ", topics.stream().map(topic -> "?").toList())
                + "))";
    return rows.list(
        FOUND + " WHERE " + scope.sql() + topical + " ORDER BY key DESC LIMIT ?",
        MemoryRows::memory,
        scope.with(
            List.of(query.get(), before, topics.isEmpty() ? limit : MOST_READ),
            Stream.concat(topics.stream(), Stream.of((Object) limit)).toArray()));
  }

  /** Returns a query that finds all memories with any of these topics, and perhaps others. */
  private static Optional<String> ofTopics(List<String> topics) {
    return topics.isEmpty()
        ? Optional.empty()
        : Optional.of(Words.in("topics", topics.stream().map("\"%s\""::formatted)));
  }

  private static Optional<String> both(Optional<String> one, Optional<String> other) {
    return Stream.of(one, other).flatMap(Optional::stream).reduce((a, b) -> a + " AND " + b);
  }

  /**
   * Returns the memories with words of a query, those that fit best first. Only the newest {@value
   * #MOST_READ} of them are compared.
   *
   * @param query from {@link Words#query}
   */
  static List<Memory> search(Rows rows, Scope scope, String query, int limit) {
    return rows.list(
        "SELECT memories.* FROM (SELECT rowid AS found, bm25(memory_words, 1, 1, 0) AS score FROM"
            + " memory_words WHERE memory_words MATCH ? ORDER BY rowid DESC LIMIT ?) JOIN memories"
            + " ON key = found WHERE "
            + scope.sql()
            + " ORDER BY score, key DESC LIMIT ?",
        MemoryRows::memory,
        scope.with(
            List.of(both(Optional.of(query), scope.words()).orElseThrow(), MOST_READ), limit));
  }

  /**
   * Returns the topics of the newest memories, those with the most of these first.
   *
   * @param read how many memories are looked at
   */
  static List<TopicCount> topics(Rows rows, Scope scope, int read, int limit) {
    return rows.list(
        "SELECT topic, count(*) AS n FROM (SELECT rowid AS found FROM memory_words WHERE"
            + " memory_words MATCH ? ORDER BY rowid DESC LIMIT ?) JOIN memory_topics ON memory ="
            + " found GROUP BY topic ORDER BY n DESC, topic LIMIT ?",
        row -> new TopicCount(row.text("topic"), row.number("n")),
        scope.words().orElseThrow(),
        read,
        limit);
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
        "INSERT INTO memory_words(rowid, text, topics, scope) VALUES(?, ?, ?, ?)",
        key,
        draft.text(),
        topics,
        Scope.wordsOf(namespace));
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
