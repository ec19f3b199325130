package dev.otters.worker.turn;

import dev.otters.worker.log.Log;
import dev.otters.worker.sandbox.SandboxPaths;
import dev.otters.worker.tool.ToolBox;
import dev.otters.worker.wire.WireClient;

/**
 * What all turns of one start share.
 *
 * @param systemPrompt made once, from memory copies of the context files
 */
public record TurnEnvironment(
    WireClient daemon,
    ToolBox tools,
    String systemPrompt,
    SandboxPaths paths,
    Timings timings,
    Log log) {}
