/** Says what an agent is made of once its parent and its operator have had their say. */
@NullMarked
package dev.otters.agentfile.resolve;

import org.jspecify.annotations.NullMarked;
