/** Tests of the store code. */
@NullMarked
package dev.otters.oci.store;

import org.jspecify.annotations.NullMarked;
