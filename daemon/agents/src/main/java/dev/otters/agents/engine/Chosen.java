package dev.otters.agents.engine;

import dev.otters.executor.ExecutorInfo;

/**
 * A usable executor and the reason why it was chosen.
 *
 * @param because the reason, as a part of a sentence
 * @param info the executor's description of itself
 */
public record Chosen(ExecutorKind kind, String because, ExecutorInfo info) {}
