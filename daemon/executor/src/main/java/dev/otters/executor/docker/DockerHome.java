package dev.otters.executor.docker;

import java.nio.file.Path;
import java.util.UUID;

/**
 * The owner of containers.
 *
 * @param id distinguishes this home's containers from those of other homes
 * @param folder the home folder, absolute; checks create a file in it for a moment
 * @param unpacked the folder for unpacked images, absolute
 */
public record DockerHome(UUID id, Path folder, Path unpacked) {}
