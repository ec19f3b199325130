/** Unpacks images into folders that can be bound into sandboxes. */
@NullMarked
package dev.otters.executor.unpack;

import org.jspecify.annotations.NullMarked;
