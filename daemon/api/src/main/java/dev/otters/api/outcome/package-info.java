/** Outcomes of sessions, as clients read and write them. */
@NullMarked
package dev.otters.api.outcome;

import org.jspecify.annotations.NullMarked;
