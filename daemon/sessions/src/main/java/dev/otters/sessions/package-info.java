/** Sessions: the event log, the activations with their leases and fences, and the streams. */
@NullMarked
package dev.otters.sessions;

import org.jspecify.annotations.NullMarked;
