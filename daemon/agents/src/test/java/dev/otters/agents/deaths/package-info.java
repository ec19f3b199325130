/** Stops scripted sessions at every commit and every message, and compares how they end. */
@NullMarked
package dev.otters.agents.deaths;

import org.jspecify.annotations.NullMarked;
