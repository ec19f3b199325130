/**
 * The provider {@code local}, which runs models on this machine in a child process. The module
 * {@code llama} is its program. {@link dev.otters.models.provider.local.ModelSlot} keeps at most
 * one model loaded for all agents. The package {@code prompt} writes prompts and reads answers.
 */
@NullMarked
package dev.otters.models.provider.local;

import org.jspecify.annotations.NullMarked;
