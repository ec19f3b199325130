/** The commands for the tokens that applications get. */
@NullMarked
package dev.otters.cli.commands.token;

import org.jspecify.annotations.NullMarked;
