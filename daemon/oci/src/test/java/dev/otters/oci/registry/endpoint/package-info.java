/** Tests of where registries are. */
@NullMarked
package dev.otters.oci.registry.endpoint;

import org.jspecify.annotations.NullMarked;
