/**
 * What was sent to models and what they answered, as far as the policy allows: recording, storage
 * in chunks, and what operators read.
 */
@NullMarked
package dev.otters.sessions.trace;

import org.jspecify.annotations.NullMarked;
