package dev.otters.sessions.budget;

import java.util.Locale;

/** The scopes of budgets. */
public enum Scope {
  /** A session. */
  SESSION("the session"),
  /** All sessions of an agent. */
  AGENT("the agent"),
  /** An agent in a day of UTC. */
  DAY("the agent for today"),
  /** All agents of the daemon in a day of UTC. */
  HOME("the daemon for today");

  private final String whose;

  Scope(String whose) {
    this.whose = whose;
  }

  String whose() {
    return whose;
  }

  /** Returns the word in the keys of settings. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
