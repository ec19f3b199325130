package dev.otters.agents.repo;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.MountRules;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.agents.vault.Vaults;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.mounts.MountSpec;
import dev.otters.home.store.Database;
import dev.otters.home.time.Time;
import dev.otters.oci.Progress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Makes clones, a limited number at a time, and puts them where agents see them. Thread-safe. */
public final class RepoClones {
  private static final int MOST_CLONES = 2;
  private static final int LONGEST_PASSWORD = 4096;

  private final RepoRows rows;
  private final RepoDisk disk;
  private final WorkingCopies copies;
  private final AgentRows agents;
  private final MountRules mounts;
  private final Vaults vaults;
  private final Time time;
  private final CloneProgram program = CloneProgram.usual();
  private final Semaphore free = new Semaphore(MOST_CLONES, true);

  /** A clone that no agent has yet. Closing it removes what was not placed. */
  record Cloned(Repo repo, Repo.Pin pin, RepoDisk.Fresh fresh) implements AutoCloseable {
    @Override
    public void close() {
      fresh.close();
    }
  }

  /** Opens the clones of a home. */
  public RepoClones(
      Database database,
      AgentRows agents,
      AgentRoots roots,
      MountRules mounts,
      Vaults vaults,
      Time time) {
    this.rows = new RepoRows(database);
    this.disk = new RepoDisk(roots);
    this.copies = new WorkingCopies(roots);
    this.agents = agents;
    this.mounts = mounts;
    this.vaults = vaults;
    this.time = time;
  }

  RepoRows rows() {
    return rows;
  }

  RepoDisk disk() {
    return disk;
  }

  WorkingCopies copies() {
    return copies;
  }

  /**
   * Clones a repository for an agent of a user.
   *
   * @throws ApiException if that is refused or fails; then nothing is left
   * @throws InterruptedException if the thread is interrupted, or no client waits for the clone;
   *     then nothing is left
   */
  Cloned clone(Repo repo, SandboxUser user, ExecutorKind executor, Progress progress)
      throws InterruptedException {
    if (executor == ExecutorKind.UNSANDBOXED) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "an agent without a sandbox could change the clone",
          "Mount a clone of your own with -v.");
    }
    RepoDisk.Fresh fresh = disk.fresh();
    try {
      CloneProgram.Result got = run(user, repo, fresh, progress);
      String digest = repo.rw() ? WorkingCopies.digest(fresh.tree()) : "";
      Repo.Pin pin = new Repo.Pin(got.commit(), got.files(), got.bytes(), time.now(), digest);
      return new Cloned(repo, pin, fresh);
    } catch (InterruptedException | RuntimeException e) {
      fresh.close();
      throw e;
    }
  }

  private CloneProgram.Result run(
      SandboxUser user, Repo repo, RepoDisk.Fresh fresh, Progress progress)
      throws InterruptedException {
    while (!free.tryAcquire(CloneProgram.LOOK.toNanos(), TimeUnit.NANOSECONDS)) {
      CloneProgram.requireWatched(progress);
    }
    try {
      CloneProgram.requireWatched(progress);
      return program.clone(order(user, repo), fresh.folder(), progress);
    } finally {
      free.release();
    }
  }

  /**
   * Puts a clone in its place, and stores that. If that fails, the agent has what it had; but if
   * the daemon cannot store that it exchanged a working copy, the new clone counts as changed by
   * the agent.
   *
   * @param discard whether what the agent changed may be lost
   * @throws ApiException CONFLICT if the agent changed what the clone would replace
   */
  void place(Agent agent, Cloned clone, boolean discard) {
    Repo repo = clone.repo();
    if (!repo.rw()) {
      disk.place(repo, clone.fresh(), agent.user(), () -> rows.put(repo, clone.pin()));
      return;
    }
    Optional<RepoRows.Stored> present = rows.find(repo.agent(), repo.name());
    if (present.isPresent()) {
      replace(agent, clone, Optional.of(present.get().pin().digest()).filter(_ -> !discard));
    } else {
      copies.place(agent, repo, clone.fresh().alone());
    }
    try {
      disk.link(repo);
      rows.put(repo, clone.pin());
    } catch (RuntimeException e) {
      if (present.isEmpty()) {
        remove(agent, repo);
      }
      throw e;
    }
  }

  private void replace(Agent agent, Cloned clone, Optional<String> known) {
    Repo repo = clone.repo();
    String fresh = clone.pin().digest();
    if (!copies.replace(agent, repo, clone.fresh().alone(), fresh, known)) {
      throw changed(repo);
    }
  }

  static ApiException changed(Repo repo) {
    return ApiException.of(
        ErrorCode.CONFLICT,
        "the agent has changed " + repo.path(),
        "Copy what you need with 'otters cp', and add --discard to lose its changes.");
  }

  /** Removes the files of a repository. */
  void remove(Agent agent, Repo repo) {
    disk.remove(repo);
    if (repo.rw()) {
      copies.remove(agent, repo);
    }
  }

  /** Returns the order for a clone. A folder must be one that the agent could be given with -v. */
  private CloneProgram.Order order(SandboxUser user, Repo repo) {
    if (repo.local()) {
      return new CloneProgram.Order(folder(user, repo), repo.ref(), "", "");
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

  private URI folder(SandboxUser user, Repo repo) {
    MountSpec spec = new MountSpec(repo.url().getPath(), "/workspace/" + repo.name(), "", true);
    Path folder = mounts.check(List.of(spec), user, false).getFirst().source();
    boolean writable =
        agents.all().stream()
            .flatMap(row -> row.spec().mounts().stream())
            .filter(mount -> !mount.readOnly())
            .map(mount -> Path.of(mount.source()))
            .anyMatch(source -> folder.startsWith(source) || source.startsWith(folder));
    if (writable) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "an agent can write to " + folder + ", and could make it lead to other repositories",
          "Name a folder that no agent writes to.");
    }
    return LocalRepository.of(folder);
  }
}
