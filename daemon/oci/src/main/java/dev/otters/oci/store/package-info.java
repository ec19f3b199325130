/** The local image store: an OCI image layout that several processes may use at once. */
@NullMarked
package dev.otters.oci.store;

import org.jspecify.annotations.NullMarked;
