package dev.otters.api.memory;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that agents remember.
 *
 * @param type fact, preference, event or summary
 * @param agent the name of the agent that wrote it, or its id if it was removed
 * @param session the session in which it was written
 * @param supersededBy the id of the memory that replaced it, null for none
 */
public record MemoryView(
    String id,
    String namespace,
    String type,
    List<String> topics,
    String text,
    String agent,
    String session,
    Instant createdAt,
    @Nullable String supersededBy) {}
