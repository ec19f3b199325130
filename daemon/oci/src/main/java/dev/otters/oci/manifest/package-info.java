/** Reads and writes image manifests, indexes and image configs, and refuses hostile ones. */
@NullMarked
package dev.otters.oci.manifest;

import org.jspecify.annotations.NullMarked;
