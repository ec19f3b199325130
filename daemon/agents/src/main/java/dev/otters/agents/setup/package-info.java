/**
 * The things that an agent is given: its folders, the files in {@code /etc}, and the setup of its
 * runtime.
 */
@NullMarked
package dev.otters.agents.setup;

import org.jspecify.annotations.NullMarked;
