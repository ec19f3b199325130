package dev.otters.executor.docker;

import java.nio.file.Path;
import java.util.UUID;

/**
 * Says on whose behalf containers run.
 *
 * @param id which tells this home's containers from those of other homes
 * @param folder the home folder, absolute; a file is created in it for a moment now and then
 * @param unpacked where images are unpacked whose files are bound into sandboxes, absolute
 */
public record DockerHome(UUID id, Path folder, Path unpacked) {}
