/** The connection to the executor, which may come later than the daemon. */
@NullMarked
package dev.otters.agents.engine;

import org.jspecify.annotations.NullMarked;
