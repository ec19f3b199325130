/** The model gateway: one way from a turn to whichever provider the agent's model names. */
@NullMarked
package dev.otters.models.gateway;

import org.jspecify.annotations.NullMarked;
