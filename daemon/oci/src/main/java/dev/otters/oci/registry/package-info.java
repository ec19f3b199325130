/** The registry client: pull, push, copy and inspect with the OCI distribution protocol. */
@NullMarked
package dev.otters.oci.registry;

import org.jspecify.annotations.NullMarked;
