/** Sessions: messages to an agent and the events that follow. */
@NullMarked
package dev.otters.api.session;

import org.jspecify.annotations.NullMarked;
