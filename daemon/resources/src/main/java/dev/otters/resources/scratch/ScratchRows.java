package dev.otters.resources.scratch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The table {@code scratch_entries}. Beyond a limit, the oldest entry of a pad is dropped, or the
 * pad whose newest entry is the oldest.
 */
public final class ScratchRows {
  /** The limit on scratchpads. */
  public static final int MOST_PADS = 500;

  /** The limit on entries of a scratchpad. */
  public static final int MOST_ENTRIES = 50;

  /** The limit on an entry in bytes. Longer ones are cut. */
  public static final int MOST_BYTES = 4 << 10;

  private static final String CUT = "…";
  private static final Pattern LINE_END = Pattern.compile("\\R");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");

  private ScratchRows() {}

  /**
   * Appends an entry.
   *
   * @param author empty for the operator
   * @param text without secrets; line ends become {@code \n}, other control characters spaces
   */
  public static ScratchEntry add(
      Tx tx, String pad, Optional<ScratchEntry.Author> author, Instant now, String text) {
    if (!tx.any("SELECT 1 FROM scratch_entries WHERE pad = ?", pad)) {
      makeRoom(tx);
    }
    ScratchEntry entry =
        tx.first(
                "INSERT INTO scratch_entries(pad, agent, session, written_at, text) VALUES(?, ?, ?,"
                    + " ?, ?) RETURNING *",
                ScratchRows::entry,
                pad,
                author.map(ScratchEntry.Author::agent),
                author.map(ScratchEntry.Author::session),
                now,
                stored(text))
            .orElseThrow();
    tx.execute(
        "DELETE FROM scratch_entries WHERE pad = ? AND key <= (SELECT key FROM scratch_entries"
            + " WHERE pad = ? ORDER BY key DESC LIMIT 1 OFFSET ?)",
        pad,
        pad,
        MOST_ENTRIES);
    return entry;
  }

  private static void makeRoom(Tx tx) {
    if (tx.number("SELECT count(DISTINCT pad) AS n FROM scratch_entries") >= MOST_PADS) {
      tx.execute(
          "DELETE FROM scratch_entries WHERE pad = (SELECT pad FROM scratch_entries GROUP BY pad"
              + " ORDER BY max(key) LIMIT 1)");
    }
  }

  static boolean isTooLong(String text) {
    return text.strip().getBytes(UTF_8).length > MOST_BYTES;
  }

  private static String stored(String text) {
    String lines = LINE_END.matcher(text.strip()).replaceAll("\n");
    byte[] all = CONTROL.matcher(lines).replaceAll(" ").getBytes(UTF_8);
    if (all.length <= MOST_BYTES) {
      return new String(all, UTF_8);
    }
    int end = MOST_BYTES - CUT.getBytes(UTF_8).length;
    while ((all[end] & 0xC0) == 0x80) { // the middle of a character
      end--;
    }
    return new String(all, 0, end, UTF_8) + CUT;
  }

  /** Returns the newest entries of a pad, the oldest first; empty if there is no such pad. */
  public static List<ScratchEntry> newest(Rows rows, String pad, int limit) {
    return rows.list(
            "SELECT * FROM scratch_entries WHERE pad = ? ORDER BY key DESC LIMIT ?",
            ScratchRows::entry,
            pad,
            limit)
        .reversed();
  }

  private static ScratchEntry entry(Row row) {
    return new ScratchEntry(
        row.number("key"),
        row.text("pad"),
        row.maybeText("agent")
            .map(agent -> new ScratchEntry.Author(agent, row.maybeText("session").orElse(""))),
        row.time("written_at"),
        row.text("text"));
  }

  /** Returns all pads in the order of their ids. */
  static List<Scratchpad> pads(Rows rows) {
    return rows.list(
        "SELECT pad, count(*) AS entries, sum(octet_length(text)) AS bytes, max(written_at) AS"
            + " written_at FROM scratch_entries GROUP BY pad ORDER BY pad",
        row ->
            new Scratchpad(
                row.text("pad"),
                row.number("entries"),
                row.number("bytes"),
                row.time("written_at")));
  }

  /** Deletes the entries of a pad. Returns how many there were. */
  static int clear(Tx tx, String pad) {
    return tx.execute("DELETE FROM scratch_entries WHERE pad = ?", pad);
  }
}
