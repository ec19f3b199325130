package dev.otters.executor.docker;

import dev.otters.executor.mounts.Bind;
import java.util.List;

/**
 * The plan of a created container, for the comparison after its start.
 *
 * @param container the engine's id
 * @param images targets of the image mounts
 */
record PlannedContainer(String container, List<Bind> binds, List<String> images) {}
