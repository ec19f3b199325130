/** Tests of commands as data. */
@NullMarked
package dev.otters.cli.command;

import org.jspecify.annotations.NullMarked;
