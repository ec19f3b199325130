package dev.otters.agents.engine;

import dev.otters.executor.ExecutorInfo;

/**
 * Is an executor that can be used now, and why it is this one.
 *
 * @param kind which it is
 * @param because why, as a sentence part
 * @param info what it says of itself
 */
public record Chosen(ExecutorKind kind, String because, ExecutorInfo info) {}
