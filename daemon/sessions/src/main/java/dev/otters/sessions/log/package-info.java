/**
 * The log of sessions: their events, activations and states, as the database has them, and those
 * who follow it live.
 */
@NullMarked
package dev.otters.sessions.log;

import org.jspecify.annotations.NullMarked;
