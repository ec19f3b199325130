/** The clocks and timers of the daemon. Tests replace them by a clock that they move. */
@NullMarked
package dev.otters.home.time;

import org.jspecify.annotations.NullMarked;
