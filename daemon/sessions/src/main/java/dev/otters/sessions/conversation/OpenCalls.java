package dev.otters.sessions.conversation;

import dev.otters.home.store.Rows;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ToolUses;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/** Finds the calls of a turn that earlier attempts left without a result. */
final class OpenCalls {
  /** The limit on calls that a note names. */
  private static final int MOST = 20;

  /** The limit on a note in bytes. */
  private static final long MAX_NOTE = 4096;

  private static final String FIRST =
      "An earlier attempt of this turn broke off. These tool calls were started and no result was"
          + " recorded; each may or may not have happened, and none was repeated: ";
  private static final String LAST = ". Check before you repeat any of them.";

  private OpenCalls() {}

  /**
   * Returns the recovery note of an attempt; empty if there is nothing to say. It reads the ids of
   * the turn's events, of which each tells its attempt, step and call.
   *
   * @param request the limit on the conversation of a request in bytes
   */
  static String note(Rows rows, ActivationRow turn, long request) {
    List<String> open = turn.fence() > 1 ? open(rows, turn) : List.of();
    if (open.isEmpty()) {
      return "";
    }
    List<String> newest = open.subList(Math.max(0, open.size() - MOST), open.size());
    int more = open.size() - newest.size();
    long limit = Math.min(MAX_NOTE, request / 8) - FIRST.length() - LAST.length();
    List<String> named = new ArrayList<>(more == 0 ? List.of() : List.of(more + " others"));
    newest.forEach(id -> named.add(named(rows, turn, id, limit / newest.size() - 4)));
    return FIRST + String.join("; ", named) + LAST;
  }

  private static String named(Rows rows, ActivationRow turn, String id, long limit) {
    String call =
        rows.first(
                "SELECT body FROM events WHERE session = ? AND id = ?",
                row -> ToolUses.read(row.text("body")),
                turn.session(),
                id)
            .map(use -> use.name() + " " + use.raw())
            .orElseThrow();
    return Excerpts.within(call, limit);
  }

  /** Returns the ids of the calls without a result, in the order of the log. */
  private static List<String> open(Rows rows, ActivationRow turn) {
    String prefix = turn.id() + ".";
    List<String> ids =
        rows.list(
            "SELECT id FROM events WHERE session = ? AND id >= ? AND id < ? ORDER BY seq",
            row -> row.text("id"),
            turn.session(),
            prefix,
            turn.id() + "/");
    SequencedSet<String> open = new LinkedHashSet<>();
    for (String id : ids) {
      String[] parts = id.substring(prefix.length()).split("\\.", 4);
      if (parts.length == 4 && parts[2].equals("call")) {
        open.add(id);
      } else if (parts.length == 4 && parts[2].equals("result")) {
        open.remove(prefix + parts[0] + "." + parts[1] + ".call." + parts[3]);
      }
    }
    return List.copyOf(open);
  }
}
