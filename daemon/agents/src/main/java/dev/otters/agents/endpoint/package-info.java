/**
 * The model endpoint: programs of agents ask models in the forms of the vendors' own APIs, without
 * a key.
 */
@NullMarked
package dev.otters.agents.endpoint;

import org.jspecify.annotations.NullMarked;
