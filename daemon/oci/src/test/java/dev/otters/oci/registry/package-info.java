/** Tests of the registry client, against a registry that breaks in every way. */
@NullMarked
package dev.otters.oci.registry;

import org.jspecify.annotations.NullMarked;
