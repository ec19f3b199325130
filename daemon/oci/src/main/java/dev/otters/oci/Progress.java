package dev.otters.oci;

/** Receives the progress of a build, pull or load. */
@FunctionalInterface
public interface Progress {
  /** Ignores everything. */
  Progress NONE = (item, done, total, phase) -> {};

  /**
   * Reports one step. The working thread calls this often, so it must not block.
   *
   * @param item the name of the item, such as an abbreviated digest or a file name
   * @param done bytes so far
   * @param total bytes expected, or -1 if unknown
   * @param phase such as {@code pull} or {@code load}
   */
  void update(String item, long done, long total, String phase);

  /** Returns whether a client still waits for the operation. Without one, some operations end. */
  default boolean isWatched() {
    return true;
  }
}
