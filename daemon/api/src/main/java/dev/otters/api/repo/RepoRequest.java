package dev.otters.api.repo;

import org.jspecify.annotations.Nullable;

/**
 * A request to clone a git repository for an agent.
 *
 * @param url an https or file URL without user and password
 * @param ref a branch, a tag or the id of a commit; null for the repository's own choice
 * @param vault the vault whose value is the password; null for none
 * @param user the user name for the password; null for {@code git}
 * @param rw whether the agent may change the files
 */
public record RepoRequest(
    String url, @Nullable String ref, @Nullable String vault, @Nullable String user, boolean rw) {}
