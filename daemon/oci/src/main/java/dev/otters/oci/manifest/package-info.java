/** The codec of image manifests, indexes and configs, with limits against hostile ones. */
@NullMarked
package dev.otters.oci.manifest;

import org.jspecify.annotations.NullMarked;
