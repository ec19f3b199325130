/** The rows of agents in the database: definition, state and names. */
@NullMarked
package dev.otters.agents.rows;

import org.jspecify.annotations.NullMarked;
