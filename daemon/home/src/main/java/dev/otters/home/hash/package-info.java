/** Computes SHA-256 with the processor's own instructions for it. */
@NullMarked
package dev.otters.home.hash;

import org.jspecify.annotations.NullMarked;
