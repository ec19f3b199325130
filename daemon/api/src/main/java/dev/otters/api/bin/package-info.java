/** BIN images. */
@NullMarked
package dev.otters.api.bin;

import org.jspecify.annotations.NullMarked;
