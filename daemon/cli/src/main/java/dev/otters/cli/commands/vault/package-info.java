/** The commands for vaults. */
@NullMarked
package dev.otters.cli.commands.vault;

import org.jspecify.annotations.NullMarked;
