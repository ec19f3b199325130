/**
 * The requests of turns to models with their answers, as far as the policy allows: recording,
 * storage in chunks, and reports for operators.
 */
@NullMarked
package dev.otters.sessions.trace;

import org.jspecify.annotations.NullMarked;
