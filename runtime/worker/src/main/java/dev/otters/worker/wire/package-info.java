/** The runtime's one connection to its daemon, which outlives the daemon's restarts. */
@NullMarked
package dev.otters.worker.wire;

import org.jspecify.annotations.NullMarked;
