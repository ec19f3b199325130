package dev.otters.executor;

import dev.otters.oci.Digest;

/**
 * Names an image of the local store by what it is.
 *
 * @param ref the reference it was found by, shown to people only
 * @param digest of the manifest, or of an index that has one for this platform
 */
public record ImagePin(String ref, Digest digest) {}
