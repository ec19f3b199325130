package dev.otters.oci.store;

/** How a tag came into the store. */
public enum Origin {
  BUILT,
  PULLED,
  LOADED,
  TAGGED
}
