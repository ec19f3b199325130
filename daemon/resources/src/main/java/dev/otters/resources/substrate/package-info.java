/** The durable files of agents, with their versions and the drafts of sessions. */
@NullMarked
package dev.otters.resources.substrate;

import org.jspecify.annotations.NullMarked;
