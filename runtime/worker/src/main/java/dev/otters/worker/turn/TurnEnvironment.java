package dev.otters.worker.turn;

import dev.otters.worker.log.Log;
import dev.otters.worker.sandbox.SandboxPaths;
import dev.otters.worker.tool.ToolBox;
import dev.otters.worker.wire.WireClient;

/**
 * The environment that all turns of a runtime share.
 *
 * @param systemPrompt the prompt, made once from copies of the context files in memory
 */
public record TurnEnvironment(
    WireClient daemon,
    ToolBox tools,
    String systemPrompt,
    SandboxPaths paths,
    Timings timings,
    Log log) {}
