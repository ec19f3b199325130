/** Learnings: what agents noted for their later conversations. */
@NullMarked
package dev.otters.resources.learning;

import org.jspecify.annotations.NullMarked;
