/** The clocks and timers of the daemon, replaceable by a hand-moved clock in tests. */
@NullMarked
package dev.otters.home.time;

import org.jspecify.annotations.NullMarked;
