/** The {@code otters} command: a thin client of the daemon. */
@NullMarked
package dev.otters.cli;

import org.jspecify.annotations.NullMarked;
