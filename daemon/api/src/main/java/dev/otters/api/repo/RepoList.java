package dev.otters.api.repo;

import java.util.List;

/**
 * The git repositories of an agent.
 *
 * @param repos in the order of their names
 */
public record RepoList(List<RepoView> repos) {}
