/**
 * The provider {@code local}: models that run on this machine, in a child process that the module
 * {@code llama} is the program of. Prompts and grammars are made by pure functions; {@link
 * dev.otters.server.provider.local.Bench} keeps at most one model loaded, for all agents.
 */
@NullMarked
package dev.otters.server.provider.local;

import org.jspecify.annotations.NullMarked;
