/** Stores, pushes and pulls agent images and tool images as OCI artifacts. */
@NullMarked
package dev.otters.oci;

import org.jspecify.annotations.NullMarked;
