package dev.otters.api.vault;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A vault without its value.
 *
 * @param setAt when its value was set; null if an agent needs it and it has none
 * @param tools the tools of agents that get the value
 */
public record VaultView(String name, @Nullable Instant setAt, List<VaultTool> tools) {}
