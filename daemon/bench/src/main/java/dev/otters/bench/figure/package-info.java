/** Holds the figures, one class each. */
@NullMarked
package dev.otters.bench.figure;

import org.jspecify.annotations.NullMarked;
