package dev.otters.api.trace;

import java.util.Locale;

/** Says what is stored of a request. */
public enum TraceText {
  /** The bytes that were sent. */
  EXACT,
  /** The text that was sent, with secrets hidden. */
  REDACTED,
  /** Nothing but the size and the hash, as the policy says. */
  NONE,
  /** Nothing but the size and the hash, because the disk was full. */
  DROPPED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
