/** Wakes: turns that begin at a time instead of with a message. */
@NullMarked
package dev.otters.sessions.wake;

import org.jspecify.annotations.NullMarked;
