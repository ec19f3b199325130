/** The agents' sockets: listening, authentication and dispatch of requests. */
@NullMarked
package dev.otters.agents.wire;

import org.jspecify.annotations.NullMarked;
