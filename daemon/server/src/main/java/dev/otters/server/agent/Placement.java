package dev.otters.server.agent;

import dev.otters.executor.BinMounts;
import dev.otters.server.engine.ExecutorKind;

/**
 * Says what runs an agent. It is decided once, when the agent is created: an agent never moves.
 *
 * @param executor which executor
 * @param because why that one, as a sentence part
 * @param binMounts how its tools come in
 */
record Placement(ExecutorKind executor, String because, BinMounts binMounts) {}
