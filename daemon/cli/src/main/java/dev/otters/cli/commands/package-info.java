/** One invocation of a command, and what all commands share. */
@NullMarked
package dev.otters.cli.commands;

import org.jspecify.annotations.NullMarked;
