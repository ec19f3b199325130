/**
 * The provider {@code local}: models that run on this machine, in a child process that the module
 * {@code llama} is the program of. {@link dev.otters.models.provider.local.ModelSlot} keeps at most
 * one model loaded, for all agents; what it reads and says is the package {@code prompt}'s.
 */
@NullMarked
package dev.otters.models.provider.local;

import org.jspecify.annotations.NullMarked;
