/** The outcomes of sessions: what they shall achieve, and what the daemon found of it. */
@NullMarked
package dev.otters.sessions.outcome;

import org.jspecify.annotations.NullMarked;
