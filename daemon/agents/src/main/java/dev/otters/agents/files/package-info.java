/** Copies files into and out of the folders of agents, with the rights of their users. */
@NullMarked
package dev.otters.agents.files;

import org.jspecify.annotations.NullMarked;
