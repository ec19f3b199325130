package dev.otters.worker.tool;

import dev.otters.protocol.ToolCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A call of a tool within a turn.
 *
 * @param sessionFolder the folder for the session's long outputs
 * @param cancelled completes with a reason for the model when the call must end
 */
public record ToolRequest(
    ToolCall call, Path sessionFolder, Duration timeout, CompletableFuture<String> cancelled) {}
