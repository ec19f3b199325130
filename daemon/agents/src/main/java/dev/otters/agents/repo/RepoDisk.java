package dev.otters.agents.repo;

import dev.otters.agents.setup.AgentRoots;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.root.AgentRootOwner;
import dev.otters.executor.root.TreeRemover;
import dev.otters.home.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder {@code repos} in the root of each agent that has repositories. A clone is made in
 * another folder of the same home, and moved here as a whole.
 */
record RepoDisk(AgentRoots roots) {
  private static final Logger LOG = LoggerFactory.getLogger(RepoDisk.class);
  private static final String HEAD = ".git/HEAD";

  private Path clones() {
    return roots.home().folder().resolve("clones");
  }

  private Path folder(UUID agent) {
    return roots.of(agent).resolve(AgentRoots.REPOS);
  }

  /** A folder for one clone, which is removed in the end with what is left in it. */
  record Fresh(Path folder) implements AutoCloseable {
    Path tree() {
      return folder.resolve("repo");
    }

    /** Moves the clone to a folder that has nothing else. */
    Path alone() {
      Path alone = folder.resolve("alone");
      io(
          "prepare a working copy",
          () -> {
            Files.createDirectory(alone);
            Files.move(tree(), alone.resolve("repo"), StandardCopyOption.ATOMIC_MOVE);
          });
      return alone;
    }

    @Override
    public void close() {
      io("remove " + folder, () -> TreeRemover.remove(folder));
    }
  }

  Fresh fresh() {
    Fresh fresh = new Fresh(clones().resolve(UUID.randomUUID().toString()));
    io(
        "prepare a clone",
        () -> {
          PrivateFiles.createFolder(clones());
          PrivateFiles.createFolder(fresh.folder());
        });
    return fresh;
  }

  /** Creates the folder of an agent, which its next sandbox gets. */
  void prepare(UUID agent) {
    io(
        "create the folder of repositories",
        () -> {
          Path folder = folder(agent);
          if (!roots.hasRepos(agent)) {
            Files.createDirectory(folder);
          }
          Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        });
  }

  /**
   * Moves a clone to its place, and stores that. If either fails, what was there before is there
   * again.
   */
  void place(Repo repo, Fresh fresh, SandboxUser user, Runnable store) {
    Path place = folder(repo.agent()).resolve(repo.name());
    Path old = old(place);
    io(
        "store the repository " + repo.name(),
        () -> {
          AgentRootOwner.give(fresh.tree(), user);
          boolean replaces = Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS);
          if (replaces) {
            Files.move(place, old, StandardCopyOption.ATOMIC_MOVE);
          }
          try {
            Files.move(fresh.tree(), place, StandardCopyOption.ATOMIC_MOVE);
            store.run();
          } catch (IOException | RuntimeException e) {
            undo(place, fresh);
            throw e;
          }
          if (replaces) {
            Files.move(old, fresh.folder().resolve("old"), StandardCopyOption.ATOMIC_MOVE);
          }
        });
  }

  /** Lets the place of a repository lead to its working copy, which the agent may change. */
  void link(Repo repo) {
    Path link = folder(repo.agent()).resolve(repo.name());
    io(
        "store the repository " + repo.name(),
        () -> {
          if (!Files.isSymbolicLink(link)) {
            Files.createSymbolicLink(link, WorkingCopies.target(repo.name()));
          }
        });
  }

  private static void undo(Path place, Fresh fresh) throws IOException {
    if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      Files.move(place, fresh.folder().resolve("undone"), StandardCopyOption.ATOMIC_MOVE);
    }
    restore(place);
  }

  private static void restore(Path place) throws IOException {
    if (Files.isDirectory(old(place), LinkOption.NOFOLLOW_LINKS)) {
      Files.move(old(place), place, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Returns where a clone is while another one comes in its place. No repository has this name. */
  private static Path old(Path place) {
    return place.resolveSibling(".old-" + place.getFileName());
  }

  void remove(Repo repo) {
    io(
        "remove the repository " + repo.name(),
        () -> TreeRemover.remove(folder(repo.agent()).resolve(repo.name())));
  }

  /** Returns the commit that is there; empty if there is no clone. */
  Optional<String> commit(Repo repo) {
    try {
      String head = Files.readString(folder(repo.agent()).resolve(repo.name()).resolve(HEAD));
      return Optional.of(head.strip()).filter(it -> it.matches("[0-9a-f]{40}"));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the clone of " + repo.name(), e);
    }
  }

  /** Removes the remains of an earlier daemon's clones. */
  void sweep() {
    io("empty " + clones(), () -> TreeRemover.remove(clones()));
  }

  /**
   * Puts clones back that were about to be replaced when a daemon ended, and removes what an agent
   * has besides some repositories.
   */
  void keepOnly(UUID agent, List<Repo> repos) {
    Set<String> names = repos.stream().map(Repo::name).collect(Collectors.toSet());
    Path folder = folder(agent);
    if (!roots.hasRepos(agent)) {
      return;
    }
    io(
        "clean up " + folder,
        () -> {
          for (String name : names) {
            if (!Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
              restore(folder.resolve(name));
            }
          }
          try (Stream<Path> found = Files.list(folder)) {
            for (Path entry : found.toList()) {
              if (!names.contains(String.valueOf(entry.getFileName()))) {
                LOG.atWarn().addKeyValue("folder", entry).log("An unfinished clone is removed");
                TreeRemover.remove(entry);
              }
            }
          }
        });
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void io(String what, Work work) {
    try {
      work.run();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot " + what + ": " + e.getMessage(), e);
    }
  }
}
