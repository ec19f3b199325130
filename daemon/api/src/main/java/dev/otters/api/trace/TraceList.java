package dev.otters.api.trace;

import java.util.List;

/**
 * The newest turns of a session, oldest first.
 *
 * @param earlier the number of turns before them
 */
public record TraceList(List<TraceTurn> turns, long earlier) {
  /** Copies the list. */
  public TraceList {
    turns = List.copyOf(turns);
  }
}
