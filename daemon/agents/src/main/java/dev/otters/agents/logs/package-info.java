/**
 * The agents' logs: one bounded file per agent, across all of its containers, read, tailed and
 * followed.
 */
@NullMarked
package dev.otters.agents.logs;

import org.jspecify.annotations.NullMarked;
