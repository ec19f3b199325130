package dev.otters.resources.memory;

import dev.otters.home.store.Database;
import dev.otters.resources.grant.Namespace;
import dev.otters.resources.grant.Scope;
import dev.otters.resources.provider.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Memories as operators see them: all of them. Thread-safe. */
public record MemoryStore(Database database) {
  private static final int MOST_HISTORY = 1000;

  /** Returns the newest memories that nothing supersedes, the newest first. */
  public List<Memory> newest(
      Optional<Namespace> below, List<String> topics, long before, int limit) {
    return database.readLong(rows -> MemoryRows.newest(rows, scope(below), topics, before, limit));
  }

  /**
   * Returns the memories with any of the words of a text, those that fit best first.
   *
   * @return empty also for a text without words
   */
  public List<Memory> search(Optional<Namespace> below, String text, int limit) {
    return Words.query("text topics", text)
        .map(
            query -> database.readLong(rows -> MemoryRows.search(rows, scope(below), query, limit)))
        .orElse(List.of());
  }

  /** Returns a memory, also one that is superseded, and then those that it superseded. */
  public List<Memory> find(String id) {
    return database.read(
        rows ->
            MemoryRows.find(rows, id)
                .map(
                    memory -> {
                      List<Memory> all = new ArrayList<>(List.of(memory));
                      all.addAll(MemoryRows.history(rows, memory, MOST_HISTORY));
                      return all;
                    })
                .orElse(new ArrayList<>()));
  }

  /** Deletes a memory with those that it superseded. Returns whether there was one. */
  public boolean remove(String id) {
    return database.<Long>write(tx -> MemoryRows.delete(tx, id)) > 0;
  }

  /** Deletes the memories of a namespace, and of those below it if wanted. Returns how many. */
  public long purge(Namespace namespace, boolean recursive) {
    return new MemoryProvider().purge(database, namespace, recursive);
  }

  private static Scope scope(Optional<Namespace> below) {
    return below.map(Scope::below).orElse(Scope.ALL);
  }
}
