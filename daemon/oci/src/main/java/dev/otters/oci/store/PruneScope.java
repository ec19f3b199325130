package dev.otters.oci.store;

/** What a prune takes. */
public enum PruneScope {
  /** Only content that no tag needs. */
  UNTAGGED,
  /** Also the tags of images that nobody uses. */
  UNUSED
}
