/** The durable files of agents on the disk and in prompts. */
@NullMarked
package dev.otters.agents.substrate;

import org.jspecify.annotations.NullMarked;
