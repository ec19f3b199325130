package dev.otters.api.repo;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A git repository of an agent.
 *
 * @param ref the branch, tag or commit that the operator named; null for the repository's own
 *     choice
 * @param vault the vault whose value is the password; null for none
 * @param commit the id of the commit that the agent has
 * @param path the folder that the agent sees
 * @param bytes the bytes of all files of the commit
 * @param rw whether the agent may change the files
 * @param clonedAt when this commit was cloned
 */
public record RepoView(
    String name,
    String url,
    @Nullable String ref,
    @Nullable String vault,
    String commit,
    String path,
    long files,
    long bytes,
    boolean rw,
    Instant clonedAt) {}
