package dev.otters.agents.rows;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.executor.BinMounts;

/**
 * The executor of an agent, chosen at creation. An agent never moves.
 *
 * @param because the reason of the choice, as a part of a sentence
 * @param binMounts how tools enter the sandbox
 */
public record Placement(ExecutorKind executor, String because, BinMounts binMounts) {}
