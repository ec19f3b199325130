/** Tests of the manifest code. */
@NullMarked
package dev.otters.oci.manifest;

import org.jspecify.annotations.NullMarked;
