/** The output of the command: texts, tables, progress and errors. */
@NullMarked
package dev.otters.cli.console;

import org.jspecify.annotations.NullMarked;
