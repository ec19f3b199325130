/** The git repositories of agents: the daemon clones them, and agents can only read them. */
@NullMarked
package dev.otters.agents.repo;

import org.jspecify.annotations.NullMarked;
