/** Tests of the image code. */
@NullMarked
package dev.otters.oci;

import org.jspecify.annotations.NullMarked;
