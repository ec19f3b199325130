package dev.otters.resources.scratch;

import dev.otters.home.store.Database;
import dev.otters.home.time.Time;
import java.util.List;
import java.util.Optional;

/** Scratchpads as operators see them: all of them. Thread-safe. */
public record ScratchStore(Database database, Time time) {
  /** Returns all pads that have entries, in the order of their ids. */
  public List<Scratchpad> pads() {
    return database.readLong(ScratchRows::pads);
  }

  /** Returns the entries of a pad, the oldest first; empty if there is no such pad. */
  public List<ScratchEntry> entries(String pad) {
    return database.read(rows -> ScratchRows.newest(rows, pad, ScratchRows.MOST_ENTRIES));
  }

  /**
   * Appends an entry of the operator.
   *
   * @param text without secrets
   * @throws IllegalArgumentException if the id is wrong, or if the text is blank or too long
   */
  public ScratchEntry add(String pad, String text) {
    String id = ContextIds.check(pad);
    if (text.isBlank() || ScratchRows.isTooLong(text)) {
      throw new IllegalArgumentException(
          "an entry must have 1 to " + ScratchRows.MOST_BYTES + " bytes and must not be blank");
    }
    return database.add(tx -> ScratchRows.add(tx, id, Optional.empty(), time.now(), text));
  }

  /** Deletes a pad. Returns whether there was one. */
  public boolean clear(String pad) {
    return database.<Integer>write(tx -> ScratchRows.clear(tx, pad)) > 0;
  }
}
