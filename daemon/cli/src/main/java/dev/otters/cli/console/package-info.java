/** What a person at a terminal, or a script, sees: texts, tables, progress, errors. */
@NullMarked
package dev.otters.cli.console;

import org.jspecify.annotations.NullMarked;
