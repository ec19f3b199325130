/** Reads texts that people write, and suggests corrections for mistyped names. */
@NullMarked
package dev.otters.home.text;

import org.jspecify.annotations.NullMarked;
