/** Agents: requests to run them, their state and their logs. */
@NullMarked
package dev.otters.api.agent;

import org.jspecify.annotations.NullMarked;
