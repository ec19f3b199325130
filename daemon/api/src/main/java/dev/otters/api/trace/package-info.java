/** The requests of turns to models, as the daemon's API shows it. */
@NullMarked
package dev.otters.api.trace;

import org.jspecify.annotations.NullMarked;
