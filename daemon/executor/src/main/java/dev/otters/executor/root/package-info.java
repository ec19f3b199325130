/** Owns, empties and removes folders that an agent can write to. */
@NullMarked
package dev.otters.executor.root;

import org.jspecify.annotations.NullMarked;
