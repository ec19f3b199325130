package dev.otters.sessions.outcome;

import dev.otters.resources.substrate.Content;

/** A file that the agent can write, as the daemon sees it. */
public sealed interface Seen {
  /** The limit on a file whose content is checked, in bytes. */
  int MOST = 1 << 20;

  /** There is no such file yet. */
  record Missing() implements Seen {}

  /** A file. */
  record Whole(Content content) implements Seen {}

  /** A file with more than {@link #MOST} bytes. */
  record Large() implements Seen {}

  /**
   * A file that could not be read, for a reason that says nothing about it.
   *
   * @param why names no path of this machine
   */
  record Unread(String why) implements Seen {}

  /**
   * Something that is no file, or that may not be read.
   *
   * @param why names no path of this machine
   */
  record Refused(String why) implements Seen {}
}
