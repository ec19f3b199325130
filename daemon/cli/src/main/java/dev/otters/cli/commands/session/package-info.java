/** The commands for sessions. */
@NullMarked
package dev.otters.cli.commands.session;

import org.jspecify.annotations.NullMarked;
