package dev.otters.api.memory;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a listing or search of memories.
 *
 * @param memories the newest first, or those that fit best first
 * @param next the value of {@code after} for the next page, null if there is none
 */
public record MemoryList(List<MemoryView> memories, @Nullable String next) {}
