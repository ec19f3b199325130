package dev.otters.models.weights;

import dev.otters.oci.Progress;

/**
 * Passes progress on without going back: a package is counted while it comes, and what it holds
 * once more while it is unpacked. Used by one thread.
 */
final class MonotonicProgress implements Progress {
  private final Progress progress;
  private long most;

  MonotonicProgress(Progress progress) {
    this.progress = progress;
  }

  /** Lets the count begin anew. */
  void reset() {
    most = 0;
  }

  @Override
  public void update(String item, long done, long total, String phase) {
    if (!phase.equals("pull")) {
      progress.update(item, done, total, phase);
    } else if (done > most) {
      most = done;
      progress.update(item, done, total, phase);
    }
  }
}
