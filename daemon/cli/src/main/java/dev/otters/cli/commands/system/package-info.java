/** Commands for the daemon itself. */
@NullMarked
package dev.otters.cli.commands.system;

import org.jspecify.annotations.NullMarked;
