/** The commands for the durable files of agents, and for the drafts of sessions. */
@NullMarked
package dev.otters.cli.commands.resources;

import org.jspecify.annotations.NullMarked;
