/** The steps that start an agent, and the attempt that waits until its runtime is ready. */
@NullMarked
package dev.otters.agents.start;

import org.jspecify.annotations.NullMarked;
