package dev.otters.oci.registry.transfer;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Progress;
import java.util.function.LongConsumer;

/** Reports progress for every hundredth of a blob, at least 256 KiB. */
final class Meter implements LongConsumer {
  private final Descriptor blob;
  private final Progress progress;
  private final String phase;
  private final long step;
  private long told = -1;

  Meter(Descriptor blob, Progress progress, String phase) {
    this.blob = blob;
    this.progress = progress;
    this.phase = phase;
    this.step = Math.max(blob.size() / 100, 256 << 10);
  }

  /** Returns a progress that one thread at a time calls. */
  static Progress oneAtATime(Progress progress) {
    Object lock = new Object();
    return (item, done, total, phase) -> {
      synchronized (lock) {
        progress.update(item, done, total, phase);
      }
    };
  }

  @Override
  public void accept(long position) {
    if (told < 0 || position == blob.size() || Math.abs(position - told) > step) {
      if (told != position) {
        told = position;
        progress.update(blob.digest().abbreviated(), position, blob.size(), phase);
      }
    }
  }

  /** Begins to report a blob, unless the other side has it. Returns whether it must be sent. */
  boolean begin(boolean there) {
    if (there) {
      exists();
    } else {
      accept(0);
    }
    return !there;
  }

  void end() {
    accept(blob.size());
  }

  void exists() {
    progress.update(blob.digest().abbreviated(), blob.size(), blob.size(), "exists");
  }
}
