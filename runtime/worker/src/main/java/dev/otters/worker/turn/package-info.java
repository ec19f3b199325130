/** The turn engine: completion, tool calls, results, until there is an answer. */
@NullMarked
package dev.otters.worker.turn;

import org.jspecify.annotations.NullMarked;
