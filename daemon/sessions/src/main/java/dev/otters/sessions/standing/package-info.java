/** The work of sessions at one moment, and their waits. */
@NullMarked
package dev.otters.sessions.standing;

import org.jspecify.annotations.NullMarked;
