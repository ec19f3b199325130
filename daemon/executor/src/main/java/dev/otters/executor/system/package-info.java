/** Runs sandboxes without an engine: as process trees of this machine, in bubblewrap. */
@NullMarked
package dev.otters.executor.system;

import org.jspecify.annotations.NullMarked;
