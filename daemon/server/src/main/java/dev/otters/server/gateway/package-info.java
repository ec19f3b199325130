/** The model gateway: one way from a turn to whichever provider the agent's model names. */
@NullMarked
package dev.otters.server.gateway;

import org.jspecify.annotations.NullMarked;
