/** The memories of agents, in the daemon's database. */
@NullMarked
package dev.otters.resources.memory;

import org.jspecify.annotations.NullMarked;
