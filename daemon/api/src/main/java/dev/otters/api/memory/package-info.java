/** Messages about what agents remember, and about their calls of resources. */
@NullMarked
package dev.otters.api.memory;

import org.jspecify.annotations.NullMarked;
