package dev.otters.api.agent;

import org.jspecify.annotations.Nullable;

/**
 * The sandbox that an agent has now.
 *
 * @param executor such as {@code docker}
 * @param id the executor's id, such as a container id
 * @param pid of the runtime as the host sees it, null when it does not run
 */
public record SandboxView(String executor, String id, @Nullable Integer pid) {}
