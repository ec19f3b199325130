/** Scratchpads: short texts that agents and operators share by the id of a pad. */
@NullMarked
package dev.otters.resources.scratch;

import org.jspecify.annotations.NullMarked;
