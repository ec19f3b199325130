package dev.otters.agents.repo;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.supervise.Conversations;
import dev.otters.agents.supervise.Renewal;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.repo.RepoList;
import dev.otters.api.repo.RepoRequest;
import dev.otters.api.repo.RepoView;
import dev.otters.oci.Progress;
import dev.otters.sessions.TurnHold;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The git repositories of agents. All of an agent's are in one folder, which is mounted read-only,
 * so a clone can be replaced while the sandbox runs. That happens while no turn does. Thread-safe.
 */
public final class Repos {
  private static final Logger LOG = LoggerFactory.getLogger(Repos.class);

  /** The most repositories of an agent. */
  static final int MOST = 16;

  private static final String PHASE = "notice";
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final RepoClones clones;
  private final RepoRows rows;
  private final RepoDisk disk;
  private final WorkingCopies copies;
  private final Renewal renewal;
  private final Conversations conversations;

  /** Opens the repositories of a home. */
  public Repos(RepoClones clones, Renewal renewal) {
    this.clones = clones;
    this.rows = clones.rows();
    this.disk = clones.disk();
    this.copies = clones.copies();
    this.renewal = renewal;
    this.conversations = renewal.stopper().conversations();
  }

  /** Finishes or undoes what an earlier daemon left half-done. */
  public void boot() {
    disk.sweep();
    for (Agent agent : renewal.rows().agents()) {
      List<RepoRows.Stored> stored = rows.of(agent.id());
      disk.keepOnly(agent.id(), stored.stream().map(RepoRows.Stored::repo).toList());
      stored.forEach(this::repair);
    }
  }

  /** Makes a row say what the disk has. A working copy has whatever the agent made of it. */
  private void repair(RepoRows.Stored stored) {
    Repo repo = stored.repo();
    if (repo.rw()) {
      return;
    }
    Repo.Pin pin = stored.pin();
    Optional<String> commit = disk.commit(repo);
    if (commit.isEmpty()) {
      LOG.atWarn()
          .addKeyValue("agent", repo.agent())
          .addKeyValue("repository", repo.name())
          .log("The clone of a repository is gone, and the agent does not have it any more");
      rows.delete(repo);
    } else if (!commit.get().equals(pin.commit())) {
      rows.put(repo, new Repo.Pin(commit.get(), pin.files(), pin.bytes(), pin.at(), ""));
    }
  }

  /** Returns the repositories of an agent. */
  public RepoList list(UUID agent) {
    return new RepoList(
        rows.of(agent).stream().map(stored -> stored.repo().view(stored.pin())).toList());
  }

  /**
   * Clones a repository for an agent, which has it when no turn runs.
   *
   * @throws ApiException if that is refused or fails; then nothing has changed
   * @throws InterruptedException if the thread is interrupted; then nothing has changed
   */
  public RepoView add(UUID id, String name, RepoRequest request, Progress progress)
      throws InterruptedException {
    Repo repo = Repo.of(id, name, request);
    requireFree(repo);
    return cloned(repo, () -> requireFree(repo), false, progress);
  }

  private void requireFree(Repo repo) {
    if (repo.rw()) {
      copies.requireFree(agent(repo.agent()), repo);
    }
    List<RepoRows.Stored> present = rows.of(repo.agent());
    if (present.stream().anyMatch(it -> it.repo().name().equals(repo.name()))) {
      throw ApiException.of(
          ErrorCode.CONFLICT,
          "the agent has a repository " + repo.name(),
          "Choose another name, or refresh it with 'otters repo refresh'.");
    }
    if (present.size() >= MOST) {
      throw ApiException.of(
          ErrorCode.CONFLICT,
          "the agent has " + MOST + " repositories, which is the most",
          "Remove one with 'otters repo rm'.");
    }
  }

  /**
   * Clones a repository again, at the commit that its branch or tag has now.
   *
   * @param discard whether what the agent changed may be lost
   * @throws ApiException if that is refused or fails; then the agent has the commit of before
   * @throws InterruptedException if the thread is interrupted; then nothing has changed
   */
  public RepoView refresh(UUID id, String name, boolean discard, Progress progress)
      throws InterruptedException {
    Repo repo = present(id, name).repo();
    requireUnchanged(repo, discard);
    return cloned(repo, () -> requireSame(repo), discard, progress);
  }

  /** Refuses early. What the agent changes after that is found when the clone is placed. */
  private void requireUnchanged(Repo repo, boolean discard) {
    if (repo.rw() && !discard) {
      String digest = present(repo.agent(), repo.name()).pin().digest();
      if (copies.isChanged(agent(repo.agent()), repo, digest)) {
        throw RepoClones.changed(repo);
      }
    }
  }

  /** Removes a repository when no turn runs. */
  public void remove(UUID id, String name) throws InterruptedException {
    Repo repo = present(id, name).repo();
    betweenTurns(
        id,
        Progress.NONE,
        () -> {
          requireSame(repo);
          rows.delete(repo);
          clones.remove(agent(id), repo);
        });
  }

  private void requireSame(Repo repo) {
    if (!present(repo.agent(), repo.name()).repo().equals(repo)) {
      throw ApiException.of(
          ErrorCode.CONFLICT,
          "the repository " + repo.name() + " was replaced by another one meanwhile",
          "List it with 'otters repo ls', and try again.");
    }
  }

  private RepoRows.Stored present(UUID agent, String name) {
    return rows.find(agent, name)
        .orElseThrow(
            () ->
                ApiException.of(
                    ErrorCode.NOT_FOUND,
                    "the agent has no repository " + name,
                    "List those it has with 'otters repo ls'."));
  }

  private RepoView cloned(Repo repo, Runnable check, boolean discard, Progress progress)
      throws InterruptedException {
    Agent agent = agent(repo.agent());
    ExecutorKind executor = agent.placement().executor();
    try (RepoClones.Cloned clone = clones.clone(repo, agent.user(), executor, progress)) {
      betweenTurns(
          agent.id(),
          progress,
          () -> {
            check.run();
            mount(repo, progress);
            clones.place(agent(repo.agent()), clone, discard);
            renewal.runner().note(agent.id(), "has " + repo.path() + " at " + clone.pin().commit());
          });
      return repo.view(clone.pin());
    }
  }

  private Agent agent(UUID id) {
    return renewal
        .rows()
        .find(id)
        .filter(row -> !(row.state() instanceof Lifecycle.Removing))
        .orElseThrow(
            () ->
                ApiException.of(
                    ErrorCode.AGENT_NOT_FOUND,
                    "the agent was removed",
                    "List all agents with 'otters ps -a'."));
  }

  /** Mounts the folder of all repositories before the first one is there. */
  private void mount(Repo repo, Progress progress) {
    UUID id = repo.agent();
    if (!rows.of(id).isEmpty()) {
      return;
    }
    disk.prepare(id);
    Agent agent = agent(id);
    if (agent.live() && agent.wanted()) {
      Agent _ =
          renewal.renew(
              id,
              "it gets a new sandbox, because it has its first repository",
              (_, row) -> row,
              GRACE,
              progress);
    }
  }

  private void betweenTurns(UUID agent, Progress progress, Runnable change)
      throws InterruptedException {
    try (TurnHold hold = conversations.hold(agent)) {
      if (conversations.working(agent)) {
        progress.update("the change waits until no turn is running", 0, 0, PHASE);
      }
      hold.awaitRest();
      renewal
          .tasks()
          .runApart(
              agent,
              () -> {
                Agent _ = agent(agent);
                change.run();
              });
    }
  }
}
