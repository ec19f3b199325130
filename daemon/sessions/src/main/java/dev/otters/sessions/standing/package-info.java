/** What sessions do at one moment, and what they wait for. */
@NullMarked
package dev.otters.sessions.standing;

import org.jspecify.annotations.NullMarked;
