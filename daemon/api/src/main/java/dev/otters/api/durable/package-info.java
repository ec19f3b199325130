/** The durable files of agents, and the drafts of sessions. */
@NullMarked
package dev.otters.api.durable;

import org.jspecify.annotations.NullMarked;
