/** One turn, read from the stream of a session: text, tool calls and an outcome. */
@NullMarked
package dev.otters.cli.turn;

import org.jspecify.annotations.NullMarked;
