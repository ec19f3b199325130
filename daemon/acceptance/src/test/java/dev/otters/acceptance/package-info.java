/** Checks the product as a whole: its architecture and its end-to-end behaviour. */
@NullMarked
package dev.otters.acceptance;

import org.jspecify.annotations.NullMarked;
