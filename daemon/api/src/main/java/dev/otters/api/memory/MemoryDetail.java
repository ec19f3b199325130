package dev.otters.api.memory;

import java.util.List;

/**
 * A memory with its history.
 *
 * @param superseded the memories that it replaced, the newest first, at most 1,000
 */
public record MemoryDetail(MemoryView memory, List<MemoryView> superseded) {}
