/** The commands for what sessions shall achieve. */
@NullMarked
package dev.otters.cli.commands.outcome;

import org.jspecify.annotations.NullMarked;
