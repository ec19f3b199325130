/** Agents: their rows, their folders, how they are created, started, watched over and removed. */
@NullMarked
package dev.otters.server.agent;

import org.jspecify.annotations.NullMarked;
