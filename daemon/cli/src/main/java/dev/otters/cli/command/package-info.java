/** Descriptions of commands, and the parser, the help and the reference page made from them. */
@NullMarked
package dev.otters.cli.command;

import org.jspecify.annotations.NullMarked;
