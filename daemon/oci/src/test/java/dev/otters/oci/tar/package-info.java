/** Tests of the tar code. */
@NullMarked
package dev.otters.oci.tar;

import org.jspecify.annotations.NullMarked;
