package dev.otters.agents.repo;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.rows.Agent;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.repo.NewRepo;
import dev.otters.executor.SandboxUser;
import dev.otters.oci.Progress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The repositories that an agent has from its start. They are cloned before anything of the agent
 * exists, so a clone that fails costs nothing. Closing it removes clones that the agent did not
 * get.
 */
public final class FirstRepos implements AutoCloseable {
  /** No repositories. */
  public static final FirstRepos NONE = new FirstRepos(List.of());

  private final List<Repo> wanted;
  private final List<RepoClones.Cloned> cloned = new ArrayList<>();

  private FirstRepos(List<Repo> wanted) {
    this.wanted = wanted;
  }

  /**
   * Checks a request.
   *
   * @throws ApiException INVALID_REQUEST
   */
  public static FirstRepos of(UUID agent, List<NewRepo> request) {
    if (request.size() > Repos.MOST) {
      throw invalid(
          "%d repositories are too many", request.size(), "Name at most %d.".formatted(Repos.MOST));
    }
    Set<String> names = new HashSet<>();
    for (NewRepo each : request) {
      if (each.name() == null || each.repo().url() == null) {
        throw invalid("repository %d has no name or no URL", names.size() + 1, "Add it.");
      }
      if (!names.add(each.name())) {
        throw invalid("two repositories have the name %s", each.name(), "Choose another one.");
      }
    }
    return new FirstRepos(
        request.stream().map(each -> Repo.of(agent, each.name(), each.repo())).toList());
  }

  private static ApiException invalid(String title, Object of, String remedy) {
    return ApiException.of(ErrorCode.INVALID_REQUEST, title.formatted(of), remedy);
  }

  /** Returns whether there is any. */
  public boolean any() {
    return !wanted.isEmpty();
  }

  /**
   * Clones them.
   *
   * @param user the user that the agent will be
   * @throws ApiException if one of them is refused or fails, or the client has gone away
   */
  public void clone(RepoClones clones, SandboxUser user, ExecutorKind executor, Progress progress) {
    try {
      for (Repo repo : wanted) {
        cloned.add(clones.clone(repo, user, executor, progress));
      }
    } catch (InterruptedException e) {
      if (!progress.isWatched()) {
        throw ApiException.of(
            ErrorCode.REPO_FAILED, "the clone was given up, since its client has gone away", null);
      }
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the clone of a repository was interrupted", e);
    }
  }

  /** Puts the clones where the agent sees them. It must not run. */
  public void place(RepoClones clones, Agent agent) {
    if (any()) {
      clones.disk().prepare(agent.id());
    }
    cloned.forEach(clone -> clones.place(agent, clone, false));
  }

  @Override
  public void close() {
    cloned.forEach(RepoClones.Cloned::close);
  }
}
