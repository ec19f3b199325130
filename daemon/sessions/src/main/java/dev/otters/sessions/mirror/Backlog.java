package dev.otters.sessions.mirror;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The changes that mirrors lack. Above a limit, it says only that anything may have changed. */
final class Backlog {
  private static final int MOST = 1000;

  /**
   * A part of the backlog.
   *
   * @param changes of names, to be followed first and in this order
   * @param everything whether any mirror may be behind
   */
  record Batch(List<Change> changes, Set<Long> sessions, boolean everything) {}

  /** A folder or file that is gone, or has another name. */
  record Change(String path, String newPath) {
    boolean removes() {
      return newPath.isEmpty();
    }
  }

  private List<Change> changes = new ArrayList<>();
  private Set<Long> sessions = new LinkedHashSet<>();
  private boolean everything;

  synchronized void add(long session) {
    everything |= sessions.size() == MOST;
    if (!everything) {
      sessions.add(session);
    }
  }

  /** Adds a session whose mirror could not be written, unless there are too many. */
  synchronized void again(long session) {
    if (sessions.size() < MOST) {
      sessions.add(session);
    }
  }

  synchronized void add(Change change) {
    everything |= changes.size() == MOST;
    if (!everything) {
      changes.add(change);
    }
  }

  synchronized void addEverything() {
    everything = true;
  }

  synchronized boolean has(long session) {
    return everything || sessions.contains(session);
  }

  synchronized Batch take() {
    Batch batch = new Batch(changes, sessions, everything);
    changes = new ArrayList<>();
    sessions = new LinkedHashSet<>();
    everything = false;
    return batch;
  }
}
