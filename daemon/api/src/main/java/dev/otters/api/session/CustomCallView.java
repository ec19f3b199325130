package dev.otters.api.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call of a client's tool that waits for its result.
 *
 * @param id the id that the result names; it belongs to this call only
 * @param agent the name of its agent
 * @param call the id that the model gave the call; other calls may have the same
 * @param input the input, which matches the schema of the tool; its text if it has odd numbers or
 *     is very large
 */
public record CustomCallView(
    String id,
    String agent,
    String session,
    String call,
    String tool,
    @Nullable Object input,
    Instant requestedAt) {}
