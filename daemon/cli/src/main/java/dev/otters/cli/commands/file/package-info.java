/** The commands for the text files that agents keep. */
@NullMarked
package dev.otters.cli.commands.file;

import org.jspecify.annotations.NullMarked;
