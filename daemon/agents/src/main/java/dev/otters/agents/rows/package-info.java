/** Agents as the database holds them: what they are made of, their state and their names. */
@NullMarked
package dev.otters.agents.rows;

import org.jspecify.annotations.NullMarked;
