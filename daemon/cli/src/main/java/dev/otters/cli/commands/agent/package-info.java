/** Commands for agents: creating, listing, prompting and ending them. */
@NullMarked
package dev.otters.cli.commands.agent;

import org.jspecify.annotations.NullMarked;
