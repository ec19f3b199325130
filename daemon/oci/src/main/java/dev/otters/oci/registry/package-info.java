/** Pulls images from registries and pushes them there, with the OCI distribution protocol. */
@NullMarked
package dev.otters.oci.registry;

import org.jspecify.annotations.NullMarked;
