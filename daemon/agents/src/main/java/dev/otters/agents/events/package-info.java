/** The events of agents, for clients that follow them. */
@NullMarked
package dev.otters.agents.events;

import org.jspecify.annotations.NullMarked;
