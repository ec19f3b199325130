/** Runs agents without an engine: in sandboxes that bubblewrap makes, or as plain processes. */
@NullMarked
package dev.otters.executor.system;

import org.jspecify.annotations.NullMarked;
