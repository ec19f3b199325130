/** Tar files: reading untrusted ones within limits, and writing reproducible ones. */
@NullMarked
package dev.otters.oci.tar;

import org.jspecify.annotations.NullMarked;
