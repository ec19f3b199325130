package dev.otters.api.resource;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a scratchpad.
 *
 * @param agent the name that its agent had; null for the operator
 * @param session the session in which the agent wrote it; null for the operator
 */
public record ScratchEntryView(
    @Nullable String agent, @Nullable String session, Instant writtenAt, String text) {}
