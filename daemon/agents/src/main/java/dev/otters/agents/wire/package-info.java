/** The agents' own sockets: listening, authentication and the dispatch of their requests. */
@NullMarked
package dev.otters.agents.wire;

import org.jspecify.annotations.NullMarked;
