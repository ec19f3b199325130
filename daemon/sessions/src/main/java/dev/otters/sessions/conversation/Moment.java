package dev.otters.sessions.conversation;

import dev.otters.sessions.log.Extent;

/**
 * The log as the request of a step saw it.
 *
 * @param extent the extent of the log at that time
 * @param step the number of the step in its attempt
 * @param unseen the numbers of earlier messages that the attempt had not claimed, as a list of SQL
 */
record Moment(Extent extent, int step, String unseen) {
  /** Returns the condition on the events {@code e} that the request saw. */
  String condition() {
    return " AND e.seq <= " + extent.lastSeq() + " AND e.seq NOT IN (" + unseen + ")";
  }
}
