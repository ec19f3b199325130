/** BIN images: building them, and finding the tool in those of any builder. */
@NullMarked
package dev.otters.oci.bin;

import org.jspecify.annotations.NullMarked;
