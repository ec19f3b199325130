/** The vocabulary of images: references, digests, descriptors, platforms and errors. */
@NullMarked
package dev.otters.oci;

import org.jspecify.annotations.NullMarked;
