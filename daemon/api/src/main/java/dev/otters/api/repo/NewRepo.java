package dev.otters.api.repo;

import dev.otters.api.Inline;

/**
 * A git repository that a new agent has from its start.
 *
 * @param name its folder in {@code /workspace/repos}
 */
public record NewRepo(String name, @Inline RepoRequest repo) {}
