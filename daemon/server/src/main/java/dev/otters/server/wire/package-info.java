/** The agents' own sockets: listening, authentication and the dispatch of their requests. */
@NullMarked
package dev.otters.server.wire;

import org.jspecify.annotations.NullMarked;
