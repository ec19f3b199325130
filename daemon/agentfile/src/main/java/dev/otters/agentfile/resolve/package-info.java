/** Computes the directives of an agent from its image, its ancestors and its operator. */
@NullMarked
package dev.otters.agentfile.resolve;

import org.jspecify.annotations.NullMarked;
