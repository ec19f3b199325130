package dev.otters.worker.turn;

import dev.otters.worker.log.Log;
import dev.otters.worker.sandbox.SandboxPaths;
import dev.otters.worker.tool.ToolBox;
import dev.otters.worker.wire.WireClient;

/** The environment that all turns of a runtime share. */
public record TurnEnvironment(
    WireClient daemon, ToolBox tools, SandboxPaths paths, Timings timings, Log log) {}
