package dev.otters.worker.tool;

import dev.otters.protocol.ToolCall;
import dev.otters.worker.sandbox.SessionPaths;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A call of a tool within a turn.
 *
 * @param cancelled completes with a reason for the model when the call must end
 */
public record ToolRequest(
    ToolCall call, SessionPaths session, Duration timeout, CompletableFuture<String> cancelled) {}
