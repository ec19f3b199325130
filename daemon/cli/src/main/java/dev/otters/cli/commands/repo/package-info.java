/** The commands for the git repositories of agents. */
@NullMarked
package dev.otters.cli.commands.repo;

import org.jspecify.annotations.NullMarked;
