/** Commands for agent images and BIN images. */
@NullMarked
package dev.otters.cli.commands.image;

import org.jspecify.annotations.NullMarked;
