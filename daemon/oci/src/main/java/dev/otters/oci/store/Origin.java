package dev.otters.oci.store;

/** The way a tag came into the store. */
public enum Origin {
  BUILT,
  PULLED,
  LOADED,
  TAGGED
}
