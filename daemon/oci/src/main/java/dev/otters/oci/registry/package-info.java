/** Pulls images from registries, with the OCI distribution protocol. */
@NullMarked
package dev.otters.oci.registry;

import org.jspecify.annotations.NullMarked;
