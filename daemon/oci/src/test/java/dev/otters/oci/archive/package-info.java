/** Tests of the archive code. */
@NullMarked
package dev.otters.oci.archive;

import org.jspecify.annotations.NullMarked;
