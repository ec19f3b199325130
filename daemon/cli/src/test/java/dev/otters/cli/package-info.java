/** Tests of the command as a whole. */
@NullMarked
package dev.otters.cli;

import org.jspecify.annotations.NullMarked;
