/** Images: shipped ones, builds, transfers, resolution for agents, and lists for operators. */
@NullMarked
package dev.otters.agents.image;

import org.jspecify.annotations.NullMarked;
