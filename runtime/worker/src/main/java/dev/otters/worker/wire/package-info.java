/** The runtime's connection to its daemon, which survives restarts of the daemon. */
@NullMarked
package dev.otters.worker.wire;

import org.jspecify.annotations.NullMarked;
