package dev.otters.agents.rows;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.executor.BinMounts;

/**
 * Says what runs an agent. It is decided once, when the agent is created: an agent never moves.
 *
 * @param executor which executor
 * @param because why that one, as a sentence part
 * @param binMounts how its tools come in
 */
public record Placement(ExecutorKind executor, String because, BinMounts binMounts) {}
