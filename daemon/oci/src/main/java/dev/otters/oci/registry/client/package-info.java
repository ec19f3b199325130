/** The OCI distribution protocol for one repository, with retries. */
@NullMarked
package dev.otters.oci.registry.client;

import org.jspecify.annotations.NullMarked;
