/** Names what images are made of: references, digests, descriptors, platforms, and their errors. */
@NullMarked
package dev.otters.oci;

import org.jspecify.annotations.NullMarked;
