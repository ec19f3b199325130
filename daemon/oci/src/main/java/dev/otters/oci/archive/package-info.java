/** Moves images between the store and tar files, ours and those that container engines load. */
@NullMarked
package dev.otters.oci.archive;

import org.jspecify.annotations.NullMarked;
