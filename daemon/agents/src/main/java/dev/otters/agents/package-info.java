/** Agents: their rows and folders, and how they are created, started, supervised and removed. */
@NullMarked
package dev.otters.agents;

import org.jspecify.annotations.NullMarked;
