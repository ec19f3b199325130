/** Runs sandboxes: the executor interface and its implementations. */
@NullMarked
package dev.otters.executor;

import org.jspecify.annotations.NullMarked;
