/** Tests of the texts about images. */
@NullMarked
package dev.otters.cli.commands.image;

import org.jspecify.annotations.NullMarked;
