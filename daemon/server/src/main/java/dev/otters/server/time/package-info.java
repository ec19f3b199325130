/** The clocks and timers of the daemon, replaceable by a hand-moved clock in tests. */
@NullMarked
package dev.otters.server.time;

import org.jspecify.annotations.NullMarked;
