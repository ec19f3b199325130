/** Finds out what this machine offers for sandboxes without an engine. */
@NullMarked
package dev.otters.executor.system.machine;

import org.jspecify.annotations.NullMarked;
