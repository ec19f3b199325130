package dev.otters.agents.repo;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.MountRules;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.agents.supervise.Conversations;
import dev.otters.agents.supervise.Renewal;
import dev.otters.agents.vault.Vaults;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.repo.RepoList;
import dev.otters.api.repo.RepoRequest;
import dev.otters.api.repo.RepoView;
import dev.otters.executor.mounts.MountSpec;
import dev.otters.home.store.Database;
import dev.otters.oci.Progress;
import dev.otters.sessions.TurnHold;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
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

  private static final int MOST_CLONES = 2;
  private static final int LONGEST_PASSWORD = 4096;
  private static final String PHASE = "notice";
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final RepoRows rows;
  private final RepoDisk disk;
  private final WorkingCopies copies;
  private final MountRules mounts;
  private final Vaults vaults;
  private final Renewal renewal;
  private final Conversations conversations;
  private final CloneProgram program = CloneProgram.usual();
  private final Semaphore clones = new Semaphore(MOST_CLONES);

  /** Opens the repositories of a home. */
  public Repos(
      Database database, AgentRoots roots, MountRules mounts, Vaults vaults, Renewal renewal) {
    this.rows = new RepoRows(database);
    this.disk = new RepoDisk(roots);
    this.copies = new WorkingCopies(roots);
    this.mounts = mounts;
    this.vaults = vaults;
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
      disk.link(repo);
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
    return cloned(repo, () -> requireFree(repo), progress);
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
    Runnable check =
        () -> {
          requireSame(repo);
          requireUnchanged(repo, discard);
        };
    check.run();
    return cloned(repo, check, progress);
  }

  private void requireUnchanged(Repo repo, boolean discard) {
    if (repo.rw() && !discard) {
      String digest = present(repo.agent(), repo.name()).pin().digest();
      if (copies.isChanged(agent(repo.agent()), repo, digest)) {
        throw ApiException.of(
            ErrorCode.CONFLICT,
            "the agent has changed " + repo.path(),
            "Copy what you need with 'otters cp', and add --discard to lose its changes.");
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
          remove(repo);
        });
  }

  private void remove(Repo repo) {
    disk.remove(repo);
    if (repo.rw()) {
      copies.remove(agent(repo.agent()), repo);
    }
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

  private RepoView cloned(Repo repo, Runnable check, Progress progress)
      throws InterruptedException {
    Agent agent = agent(repo.agent());
    if (agent.placement().executor() == ExecutorKind.UNSANDBOXED) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "an agent without a sandbox could change the clone",
          "Mount a clone of your own with -v.");
    }
    try (RepoDisk.Fresh fresh = disk.fresh()) {
      CloneProgram.Result got = run(agent, repo, fresh, progress);
      String digest = repo.rw() ? WorkingCopies.digest(fresh.tree()) : "";
      Repo.Pin pin =
          new Repo.Pin(got.commit(), got.files(), got.bytes(), renewal.tasks().now(), digest);
      betweenTurns(
          agent.id(),
          progress,
          () -> {
            check.run();
            mount(repo, progress);
            place(agent, repo, fresh, pin);
            renewal.runner().note(agent.id(), "has " + repo.path() + " at " + pin.commit());
          });
      return repo.view(pin);
    }
  }

  private void place(Agent agent, Repo repo, RepoDisk.Fresh fresh, Repo.Pin pin) {
    if (!repo.rw()) {
      disk.place(repo, fresh, agent.user(), () -> rows.put(repo, pin));
      return;
    }
    copies.place(agent, repo, fresh.alone());
    try {
      disk.link(repo);
      rows.put(repo, pin);
    } catch (RuntimeException e) {
      if (rows.find(repo.agent(), repo.name()).isEmpty()) {
        remove(repo);
      }
      throw e;
    }
  }

  private CloneProgram.Result run(Agent agent, Repo repo, RepoDisk.Fresh fresh, Progress progress)
      throws InterruptedException {
    clones.acquire();
    try {
      return program.clone(order(agent, repo), fresh.folder(), progress);
    } finally {
      clones.release();
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

  /** Returns the order for a clone. A folder must be one that the agent could be given with -v. */
  private CloneProgram.Order order(Agent agent, Repo repo) {
    if (repo.local()) {
      return new CloneProgram.Order(folder(agent, repo), repo.ref(), "", "");
    }
    if (repo.vault().isEmpty()) {
      return new CloneProgram.Order(repo.url(), repo.ref(), "", "");
    }
    String password =
        vaults
            .value(repo.vault())
            .filter(value -> value.length() <= LONGEST_PASSWORD)
            .orElseThrow(
                () ->
                    ApiException.of(
                        ErrorCode.CONFLICT,
                        "the vault " + repo.vault() + " has no value that can be a password",
                        "Set it with 'otters vault set " + repo.vault() + "'."));
    return new CloneProgram.Order(repo.url(), repo.ref(), repo.user(), password);
  }

  private URI folder(Agent agent, Repo repo) {
    MountSpec spec = new MountSpec(repo.url().getPath(), "/workspace/" + repo.name(), "", true);
    Path folder = mounts.check(List.of(spec), agent.user(), false).getFirst().source();
    boolean agents =
        renewal.rows().all().stream()
            .flatMap(row -> row.spec().mounts().stream())
            .filter(mount -> !mount.readOnly())
            .map(mount -> Path.of(mount.source()))
            .anyMatch(source -> folder.startsWith(source) || source.startsWith(folder));
    if (agents) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "an agent can write to " + folder + ", and could make it lead to other repositories",
          "Name a folder that no agent writes to.");
    }
    return LocalRepository.of(folder);
  }
}
