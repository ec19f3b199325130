/** The commands for what agents learned. */
@NullMarked
package dev.otters.cli.commands.learning;

import org.jspecify.annotations.NullMarked;
