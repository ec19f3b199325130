/** The connection to executors, which may become reachable after the daemon starts. */
@NullMarked
package dev.otters.agents.engine;

import org.jspecify.annotations.NullMarked;
