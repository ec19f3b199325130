/** Tests of what each command does. */
@NullMarked
package dev.otters.cli.commands;

import org.jspecify.annotations.NullMarked;
