/** Agents: their rows, their folders, how they are created, started, watched over and removed. */
@NullMarked
package dev.otters.agents;

import org.jspecify.annotations.NullMarked;
