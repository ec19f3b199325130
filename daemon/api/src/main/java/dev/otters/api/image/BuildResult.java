package dev.otters.api.image;

import dev.otters.api.SourceProblem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a build or pull.
 *
 * @param ref the first tag, null when nothing was tagged; null with {@code check}
 * @param digest null when the Agentfile was only checked
 * @param tags all tags that were written
 * @param size of all its blobs, in bytes
 * @param warnings findings that did not make the build fail
 */
public record BuildResult(
    @Nullable String ref,
    @Nullable String digest,
    List<String> tags,
    long size,
    List<SourceProblem> warnings) {}
