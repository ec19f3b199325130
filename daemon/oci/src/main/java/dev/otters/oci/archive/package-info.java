/**
 * Image archives: saving images to tar files, and loading those of Otters and of container engines.
 */
@NullMarked
package dev.otters.oci.archive;

import org.jspecify.annotations.NullMarked;
