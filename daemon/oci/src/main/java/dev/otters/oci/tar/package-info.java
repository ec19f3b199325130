/** Reads tar files that nobody trusts, and writes tar files whose bytes depend on content only. */
@NullMarked
package dev.otters.oci.tar;

import org.jspecify.annotations.NullMarked;
