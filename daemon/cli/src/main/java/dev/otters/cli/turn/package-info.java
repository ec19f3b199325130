/**
 * One turn as its follower sees it: the stream of a session becomes text, tool calls and an
 * outcome.
 */
@NullMarked
package dev.otters.cli.turn;

import org.jspecify.annotations.NullMarked;
