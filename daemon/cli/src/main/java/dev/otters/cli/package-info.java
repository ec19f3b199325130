/** The command line, a thin client of the operator API. */
@NullMarked
package dev.otters.cli;

import org.jspecify.annotations.NullMarked;
