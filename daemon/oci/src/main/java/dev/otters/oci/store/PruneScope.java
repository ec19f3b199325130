package dev.otters.oci.store;

/** The scope of a prune. */
public enum PruneScope {
  /** Content that no tag needs. */
  UNTAGGED,
  /** Also the tags of unused images. */
  UNUSED
}
