/** The invocation of a command, and the code that all commands share. */
@NullMarked
package dev.otters.cli.commands;

import org.jspecify.annotations.NullMarked;
