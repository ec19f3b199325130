/** Speaks the OCI distribution protocol with one repository, and tries again what may pass. */
@NullMarked
package dev.otters.oci.registry.client;

import org.jspecify.annotations.NullMarked;
