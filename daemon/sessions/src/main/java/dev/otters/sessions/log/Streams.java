package dev.otters.sessions.log;

import dev.otters.api.session.EventType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The live streams of all sessions: their followers, and the text of running turns since the last
 * message. Changes arrive in order. Nothing here is needed after a restart.
 */
public final class Streams {
  private static final class Live {
    final List<Follower> followers = new ArrayList<>();
    final StringBuilder text = new StringBuilder();
    String note = "";
    boolean running;
    long lastSeq;

    boolean idle() {
      return followers.isEmpty() && !running;
    }
  }

  private final Map<Long, Live> sessions = new HashMap<>();
  private volatile LongConsumer listener = session -> {};
  private boolean closed;

  /** Sets who learns which sessions have new events. It must be quick. */
  public void listen(LongConsumer heard) {
    listener = heard;
  }

  /**
   * Adds a follower. It first receives the present state and then every change.
   *
   * @param lastSeq reads the number of the latest event from the database
   */
  public synchronized Follower follow(
      long session, long after, Follower.Log log, LongSupplier lastSeq) {
    Follower follower =
        new Follower(
            after, log, closing -> change(session, live -> live.followers.remove(closing)));
    if (closed) {
      follower.end();
      return follower;
    }
    change(
        session,
        live -> {
          live.followers.add(follower);
          if (live.running) {
            follower.news(live.lastSeq);
            follower.snapshot(live.text.toString());
            if (!live.note.isEmpty()) {
              follower.note(live.note);
            }
          } else {
            follower.news(lastSeq.getAsLong());
          }
        });
    return follower;
  }

  /** Begins the live text of a turn. */
  public void turnStarted(long session, long lastSeq) {
    change(
        session,
        live -> {
          voidText(live);
          live.note = "";
          live.lastSeq = lastSeq;
          live.running = true;
        });
  }

  /** Starts a completion. Text of an earlier one that no message kept is void. */
  public void completionStarted(long session) {
    change(session, Streams::voidText);
  }

  /** Passes on a piece of the answer. */
  public void delta(long session, String text) {
    change(
        session,
        live -> {
          if (live.running) {
            live.note = "";
            live.text.append(text);
            live.followers.forEach(follower -> follower.delta(text));
          }
        });
  }

  /** Sends a remark to all followers, including those that join before the next text. */
  public void note(long session, String text) {
    change(
        session,
        live -> {
          if (live.running) {
            live.note = text;
            live.followers.forEach(follower -> follower.note(text));
          }
        });
  }

  /** Announces a durable event. A message of the agent replaces the live text. */
  void committed(long session, SessionEvent event) {
    change(
        session,
        live -> {
          live.lastSeq = event.seq();
          live.note = "";
          if (event.type() == EventType.AGENT_MESSAGE) {
            live.text.setLength(0);
            live.followers.forEach(Follower::replaced);
          }
          live.followers.forEach(follower -> follower.committed(event));
        });
    listener.accept(session);
  }

  /** Ends the live text of a turn. */
  public void turnEnded(long session) {
    change(
        session,
        live -> {
          voidText(live);
          live.note = "";
          live.running = false;
        });
  }

  /** Ends the followers of a deleted session. */
  public void deleted(long session) {
    change(session, live -> live.followers.forEach(Follower::end));
  }

  /** Ends all followers. */
  public synchronized void close() {
    closed = true;
    sessions.values().forEach(live -> live.followers.forEach(Follower::end));
  }

  private static void voidText(Live live) {
    if (!live.text.isEmpty()) {
      live.text.setLength(0);
      live.followers.forEach(Follower::restarted);
    }
  }

  private synchronized void change(long session, Consumer<Live> change) {
    Live live = sessions.computeIfAbsent(session, key -> new Live());
    change.accept(live);
    if (live.idle()) {
      sessions.remove(session);
    }
  }
}
