/** Conversations with models: messages and completions, in the terms of all providers. */
@NullMarked
package dev.otters.models.chat;

import org.jspecify.annotations.NullMarked;
