package dev.otters.executor.docker;

import dev.otters.executor.mounts.Bind;
import java.util.List;

/**
 * Remembers what a created container must turn out to be.
 *
 * @param container the engine's id of it
 * @param images where images are mounted
 */
record Planned(String container, List<Bind> binds, List<String> images) {}
