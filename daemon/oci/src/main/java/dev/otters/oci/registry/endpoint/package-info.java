/** Addresses of registries, and the wording of their failures. */
@NullMarked
package dev.otters.oci.registry.endpoint;

import org.jspecify.annotations.NullMarked;
