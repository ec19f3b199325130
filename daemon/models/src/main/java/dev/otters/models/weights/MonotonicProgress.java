package dev.otters.models.weights;

import dev.otters.oci.Progress;

/**
 * Reports progress that never decreases: a package counts while it is downloaded, and its content
 * again while it is unpacked. For use by one thread.
 */
final class MonotonicProgress implements Progress {
  private final Progress progress;
  private long most;

  MonotonicProgress(Progress progress) {
    this.progress = progress;
  }

  /** Starts the count again. */
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
