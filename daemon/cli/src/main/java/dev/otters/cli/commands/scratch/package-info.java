/** The commands for scratchpads. */
@NullMarked
package dev.otters.cli.commands.scratch;

import org.jspecify.annotations.NullMarked;
