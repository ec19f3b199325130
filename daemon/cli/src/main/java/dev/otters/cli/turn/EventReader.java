package dev.otters.cli.turn;

import dev.otters.api.session.SessionEvent;

/** Reads the stream of a session. The methods for live text do nothing unless they are needed. */
public interface EventReader {
  /** Returns whether it has read enough. */
  boolean finished();

  /** Receives a durable event. */
  void event(SessionEvent event);

  /** Receives the next piece of the running answer. */
  default void delta(String piece) {}

  /** Receives the running answer so far. */
  default void snapshot(String whole) {}

  /** Receives what a message waits for before its turn starts. */
  default void waiting(String what) {}

  /** Receives a note of the running turn. */
  default void note(String remark) {}

  /** Learns that the text of the running answer is void. */
  default void restarted() {}

  /** Learns that the daemon is unreachable and that the follower waits. */
  void lost(String why);
}
