/** Defines the executor, which runs sandboxes, and the types of its interface. */
@NullMarked
package dev.otters.executor;

import org.jspecify.annotations.NullMarked;
