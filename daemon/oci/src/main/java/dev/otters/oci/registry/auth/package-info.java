/** Authentication to registries. */
@NullMarked
package dev.otters.oci.registry.auth;

import org.jspecify.annotations.NullMarked;
