/** Tests of the connection to the daemon. */
@NullMarked
package dev.otters.worker.wire;

import org.jspecify.annotations.NullMarked;
