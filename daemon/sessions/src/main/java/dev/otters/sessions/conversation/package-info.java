/**
 * The conversation with a model: the context of a turn, its window of the log, and the messages.
 */
@NullMarked
package dev.otters.sessions.conversation;

import org.jspecify.annotations.NullMarked;
