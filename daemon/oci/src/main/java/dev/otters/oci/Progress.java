package dev.otters.oci;

/** Is told how far a build, pull or load has come. */
@FunctionalInterface
public interface Progress {
  /** Ignores everything. */
  Progress NONE = (item, done, total, phase) -> {};

  /**
   * Takes note of one step; called often, from the working thread, so it must not block.
   *
   * @param item what is worked on, such as an abbreviated digest or a file name
   * @param done bytes so far
   * @param total bytes expected, or -1 when not known
   * @param phase such as {@code pull} or {@code load}
   */
  void update(String item, long done, long total, String phase);
}
