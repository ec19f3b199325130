package dev.otters.executor.docker;

/**
 * Tracks how long data read from the engine stays valid: while its events arrive without a gap and
 * none of them says otherwise. A cache takes the mark before it reads, and reads again when the
 * mark has changed. Thread-safe.
 */
final class EngineFreshness {
  /** The mark of data that is never valid. */
  static final long NONE = 0;

  private long last = NONE;
  private long engine = NONE;
  private long images = NONE;

  /** Starts a period in which events arrive without a gap. */
  synchronized void begin() {
    last++;
    engine = last;
    images = last;
  }

  /** Ends the period: events may be missed from now on. */
  synchronized void end() {
    engine = NONE;
    images = NONE;
  }

  /** Invalidates what is known about the engine's images. */
  synchronized void imagesChanged() {
    last++;
    images = images == NONE ? NONE : last;
  }

  /** Returns the mark for facts about the engine. */
  synchronized long engine() {
    return engine;
  }

  /** Returns the mark for facts about the engine's images. */
  synchronized long images() {
    return images;
  }
}
