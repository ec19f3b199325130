/** Tests of the bin code. */
@NullMarked
package dev.otters.oci.bin;

import org.jspecify.annotations.NullMarked;
