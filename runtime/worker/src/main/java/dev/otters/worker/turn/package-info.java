/** The turn engine: completions, tool calls and results until there is an answer. */
@NullMarked
package dev.otters.worker.turn;

import org.jspecify.annotations.NullMarked;
