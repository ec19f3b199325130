/** The SQLite database of the daemon. No other package uses SQLite. */
@NullMarked
package dev.otters.home.store;

import org.jspecify.annotations.NullMarked;
