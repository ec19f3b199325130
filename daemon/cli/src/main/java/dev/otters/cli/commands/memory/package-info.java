/** The commands for what agents remember. */
@NullMarked
package dev.otters.cli.commands.memory;

import org.jspecify.annotations.NullMarked;
