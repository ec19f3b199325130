/** Where registries are, and the errors that say what they did. */
@NullMarked
package dev.otters.oci.registry.endpoint;

import org.jspecify.annotations.NullMarked;
