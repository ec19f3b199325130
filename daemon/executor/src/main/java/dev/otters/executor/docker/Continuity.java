package dev.otters.executor.docker;

/**
 * Says for how long what was read from the engine still holds: while its events are followed
 * without a break, and none of them tells otherwise. Who keeps something takes the mark before he
 * reads it, and asks again when the mark is another one. Thread-safe.
 */
final class Continuity {
  /** The mark of what does not hold for any time. */
  static final long NONE = 0;

  private long last = NONE;
  private long engine = NONE;
  private long images = NONE;

  /** Takes note that events are followed from now on. */
  synchronized void begun() {
    last++;
    engine = last;
    images = last;
  }

  /** Takes note that events may be missed from now on. */
  synchronized void broken() {
    engine = NONE;
    images = NONE;
  }

  /** Takes note that an image of the engine came, went, or got another name. */
  synchronized void imagesChanged() {
    last++;
    images = images == NONE ? NONE : last;
  }

  /** Returns the mark of what the engine says of itself. */
  synchronized long engine() {
    return engine;
  }

  /** Returns the mark of what the engine says of its images. */
  synchronized long images() {
    return images;
  }
}
