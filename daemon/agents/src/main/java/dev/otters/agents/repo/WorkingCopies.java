package dev.otters.agents.repo;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import dev.otters.executor.posix.UserThread;
import dev.otters.executor.root.AgentRootOwner;
import dev.otters.executor.root.TreeRemover;
import dev.otters.home.hash.FastDigests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repositories that agents may change. Each is in the workspace of its agent, which may put
 * anything there at any time, so all work is done with the rights of the agent, follows no links,
 * and takes files for bytes. A link in the folder of the repositories leads to it.
 */
record WorkingCopies(AgentRoots roots) {
  private static final Logger LOG = LoggerFactory.getLogger(WorkingCopies.class);
  private static final String FOLDER = ".repos";
  private static final String CLONE = "repo";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The time for the digest of a clone, which is made once. */
  private static final Duration LONGEST = Duration.ofMinutes(30);

  private static final int MODE = 0755;
  private static final int OWN = 0700;

  /** Returns where the link to a repository leads, from its own folder. */
  static Path target(String name) {
    return Path.of("..", FOLDER, name);
  }

  /** Returns the digest that a fresh clone has, by which a change is known later. */
  static String digest(Path clone) {
    try (Fd folder = Fd.open(clone, Open.HANDLE)) {
      return TreeDigest.of(folder, System.nanoTime() + LONGEST.toNanos())
          .orElseThrow(
              () ->
                  ApiException.of(
                      ErrorCode.REPO_FAILED,
                      "the repository cannot be changed: it has too many files or folders",
                      "Add it without --rw, and let the agent copy what it needs."));
    } catch (PosixException e) {
      throw new UncheckedIOException("cannot read a clone: " + e.getMessage(), e);
    }
  }

  /** Returns whether a copy has anything that its clone had not. One that is gone has nothing. */
  boolean isChanged(Agent agent, Repo repo, String digest) {
    return in(agent, folder -> new WorkingCopy(folder, repo.name()).isChanged(digest));
  }

  /**
   * Checks that nothing is where a copy is to be.
   *
   * @throws ApiException CONFLICT
   */
  void requireFree(Agent agent, Repo repo) {
    if (in(agent, folder -> new WorkingCopy(folder, repo.name()).exists())) {
      throw ApiException.of(
          ErrorCode.CONFLICT,
          "the agent has files at /workspace/%s/%s".formatted(FOLDER, repo.name()),
          "Remove them, or choose another name.");
    }
  }

  /**
   * Moves a clone to the workspace, where nothing but an empty folder may be in its place.
   *
   * @param above a folder of the daemon with nothing but the clone
   */
  void place(Agent agent, Repo repo, Path above) {
    boolean unused =
        from(
            above,
            agent,
            (from, folder) -> {
              from.move(Name.of(CLONE), folder, Name.of(repo.name()));
              return true;
            });
  }

  /**
   * Gives a clone the place of a copy.
   *
   * @param above a folder of the daemon with nothing but the clone
   * @param fresh the digest of the clone
   * @param known the digest of an unchanged copy; empty to discard the changes
   * @return whether the copy was replaced; one that the agent changed is not
   */
  boolean replace(Agent agent, Repo repo, Path above, String fresh, Optional<String> known) {
    List<IOException> failures = new ArrayList<>();
    boolean replaced =
        from(
            above,
            agent,
            (from, folder) -> {
              WorkingCopy copy = new WorkingCopy(folder, repo.name());
              boolean used = agent.live() || agent.sandbox().isPresent();
              boolean done = copy.replace(from, Name.of(CLONE), fresh, known, used);
              sweep(folder, failures);
              return done;
            });
    warn(agent, failures);
    return replaced;
  }

  private interface Placing {
    boolean run(Fd from, Fd folder) throws IOException;
  }

  private boolean from(Path above, Agent agent, Placing placing) {
    try {
      AgentRootOwner.give(above, agent.user());
      try (Fd from = Fd.open(above, Open.HANDLE)) {
        return in(agent, folder -> placing.run(from, folder));
      }
    } catch (IOException e) {
      throw failed(agent, e);
    }
  }

  /** Removes a copy with all that the agent changed, and those that it replaced. */
  void remove(Agent agent, Repo repo) {
    List<IOException> failures = new ArrayList<>();
    boolean unused =
        in(
            agent,
            folder -> {
              new WorkingCopy(folder, repo.name()).drop();
              sweep(folder, failures);
              return true;
            });
    warn(agent, failures);
  }

  /**
   * Empties what was set aside. What an agent keeps from being removed stays in its workspace.
   *
   * @param failures gets the failure; the thread with the agent's rights must not write the log
   */
  private static void sweep(Fd folder, List<IOException> failures) {
    try (Fd all = folder.reopen(Open.FOLDER)) {
      TreeRemover.sweep(all, PATIENCE);
    } catch (IOException e) {
      failures.add(e);
    }
  }

  private static void warn(Agent agent, List<IOException> failures) {
    for (IOException e : failures) {
      LOG.atWarn()
          .addKeyValue("agent", agent.id())
          .log("Files of a repository stay in {}: {}", FOLDER, e.toString());
    }
  }

  private interface Work {
    boolean run(Fd folder) throws IOException;
  }

  private boolean in(Agent agent, Work work) {
    FastDigests.load();
    try (Fd workspace = Fd.open(roots.of(agent.id()).resolve("workspace"), Open.HANDLE)) {
      return UserThread.start(
              "repos-" + agent.id(),
              agent.user(),
              () -> {
                try (Fd folder = open(workspace)) {
                  return work.run(folder);
                }
              })
          .join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw failed(agent, cause);
      }
      throw e;
    } catch (IOException e) {
      throw failed(agent, e);
    }
  }

  /** Opens the folder of the copies; makes it if it is missing. */
  private static Fd open(Fd workspace) throws PosixException {
    Name name = Name.of(FOLDER);
    try {
      workspace.createFolder(name, MODE);
    } catch (PosixException e) {
      if (!e.is(Errno.EEXIST)) {
        throw e;
      }
    }
    Fd folder = workspace.open(name, Open.HANDLE);
    try {
      int permissions = folder.stat().permissions();
      if ((permissions & OWN) != OWN) {
        folder.chmod(permissions | OWN);
      }
      return folder;
    } catch (PosixException e) {
      folder.close();
      throw e;
    }
  }

  private static UncheckedIOException failed(Agent agent, IOException e) {
    return new UncheckedIOException(
        "cannot use the folder %s of agent %s: %s. Remove what the agent put there."
            .formatted(FOLDER, agent.name(), e.getMessage()),
        e);
  }
}
