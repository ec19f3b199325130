package dev.otters.executor.docker;

import dev.otters.executor.SandboxSpec;
import dev.otters.executor.mounts.Bind;
import java.util.List;

/**
 * Remembers what a created container must turn out to be.
 *
 * @param container the engine's id of it
 */
record Planned(SandboxSpec spec, String container, List<Bind> binds) {}
