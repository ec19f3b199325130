/** The resources of agents in turns: what a turn learns of them, and the calls of their tools. */
@NullMarked
package dev.otters.sessions.resource;

import org.jspecify.annotations.NullMarked;
