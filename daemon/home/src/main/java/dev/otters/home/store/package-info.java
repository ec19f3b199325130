/** The one SQLite database of the daemon, and the only place that speaks to it. */
@NullMarked
package dev.otters.home.store;

import org.jspecify.annotations.NullMarked;
