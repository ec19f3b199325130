package dev.otters.api.session;

import java.util.Locale;

/** How a report of usage is grouped. */
public enum UsageGroup {
  /** By the name of the agent at the time of the request. */
  AGENT,
  /** By agent and session, such as {@code guide/cli:chat:1}. */
  SESSION,
  /** By day in UTC. */
  DAY,
  /** By provider of models. */
  PROVIDER;

  /** Returns the group of a name. Throws an {@link IllegalArgumentException} if it is unknown. */
  public static UsageGroup named(String name) {
    for (UsageGroup group : values()) {
      if (group.toString().equals(name)) {
        return group;
      }
    }
    throw new IllegalArgumentException(name);
  }

  /** Returns the name that requests use. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
