/** Builds tool images, and finds the tool in tool images that anyone built. */
@NullMarked
package dev.otters.oci.bin;

import org.jspecify.annotations.NullMarked;
