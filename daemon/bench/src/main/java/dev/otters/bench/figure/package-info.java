/** The measured figures, one class for each group. */
@NullMarked
package dev.otters.bench.figure;

import org.jspecify.annotations.NullMarked;
