package dev.otters.agents.files;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentMount;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.api.ApiException;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.mounts.Access;
import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import dev.otters.resources.learning.Learnings;
import dev.otters.resources.substrate.Substrate;
import dev.otters.sessions.catalog.Catalog;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The areas of an agent that can be copied: its own folders, its durable files, its catalog, its
 * learnings, its repositories and its mounts.
 *
 * <p>Resolves paths as the sandbox does: a link leads to a path in the sandbox. Each step starts at
 * an open folder, does not follow links by itself, and cannot leave the area.
 */
final class Areas implements AutoCloseable {
  private static final List<String> WRITABLE = List.of("workspace", "home", "tmp", "var/lib");
  private static final int MOST_LINKS = 40;

  private final List<Area> all = new ArrayList<>();

  private Areas() {}

  /**
   * Opens the areas with the daemon's rights. The own sandbox of a session has the durable files,
   * the learnings and the repositories of its agent.
   */
  static Areas open(Agent agent, AgentRoots roots) {
    Path root = roots.of(agent.id());
    Path shared = roots.of(agent.agent());
    Areas areas = new Areas();
    WRITABLE.forEach(path -> areas.add(root.resolve(path), "/" + path, false, agent.user(), false));
    areas.add(root.resolve("etc"), "/etc", true, agent.user(), false);
    areas.add(shared.resolve(AgentRoots.SUBSTRATE), Substrate.TARGET, true, agent.user(), false);
    areas.add(root.resolve(AgentRoots.CATALOG), Catalog.TARGET, true, agent.user(), false);
    areas.add(shared.resolve(AgentRoots.LEARNINGS), Learnings.TARGET, true, agent.user(), false);
    areas.add(shared.resolve(AgentRoots.REPOS), AgentRoots.REPOS_TARGET, true, agent.user(), false);
    for (AgentMount mount : agent.spec().mounts()) {
      areas.add(Path.of(mount.source()), mount.target(), mount.readOnly(), agent.user(), true);
    }
    return areas;
  }

  /** Leaves out a folder that does not exist: an agent that was never started has no /etc. */
  private void add(
      Path source, String target, boolean readOnly, SandboxUser user, boolean mounted) {
    try {
      Fd root = Fd.open(source, Open.HANDLE);
      SandboxUser actor = mounted ? Access.actor(root.stat(), user, readOnly) : user;
      all.add(new Area(parts(target), root, readOnly, actor));
    } catch (PosixException e) {
      if (!e.is(Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP)) {
        close();
        throw Refused.of("cannot open " + target, e);
      }
    }
  }

  /** Returns the parts of a path without empty, {@code .} and {@code ..} parts. */
  static List<Name> parts(String path) {
    List<Name> parts = new ArrayList<>();
    go(parts, path, Name::of);
    return parts;
  }

  /** Moves a path along another one. */
  private static void go(List<Name> path, String way, Function<String, Name> name) {
    for (String part : way.split("/", -1)) {
      if (part.equals("..")) {
        if (!path.isEmpty()) {
          path.removeLast();
        }
      } else if (!part.isEmpty() && !part.equals(".")) {
        path.add(name.apply(part));
      }
    }
  }

  static String text(List<Name> path) {
    return "/" + path.stream().map(Name::toString).collect(Collectors.joining("/"));
  }

  /** Returns the innermost area that holds a path. */
  Area of(List<Name> path) {
    return all.stream()
        .filter(area -> area.holds(path))
        .max(Comparator.comparingInt(area -> area.target().size()))
        .orElseThrow(() -> outside(path));
  }

  /** Returns whether a path is where another area begins. */
  boolean isRoot(List<Name> path) {
    return all.stream().anyMatch(area -> area.target().equals(path));
  }

  private ApiException outside(List<Name> path) {
    String places = all.stream().map(area -> text(area.target())).collect(Collectors.joining(", "));
    return Refused.denied(
        text(path) + " is not among the agent's files",
        "Choose a path below " + (places.isEmpty() ? "a mount" : places) + ".");
  }

  /**
   * Resolves a path with the rights of the calling thread.
   *
   * @param user the user that the thread acts as
   * @param follow whether to follow a link at the end of the path
   * @throws ApiException when a part of the path does not exist, or it leads out of the areas; the
   *     last part may be missing
   */
  Place resolve(List<Name> path, SandboxUser user, boolean follow) {
    Walk walk = new Walk(user, new ArrayDeque<>(path));
    try {
      return walk.run(follow);
    } catch (PosixException e) {
      throw e.is(Errno.ENOENT)
          ? Refused.missing(text(walk.done))
          : Refused.of("cannot open " + text(walk.done), e);
    }
  }

  @Override
  public void close() {
    all.forEach(area -> area.root().close());
  }

  /** The steps along one path. */
  private final class Walk {
    private final SandboxUser user;
    private final Deque<Name> left;
    private final List<Name> done = new ArrayList<>();
    private int links;

    Walk(SandboxUser user, Deque<Name> left) {
      this.user = user;
      this.left = left;
    }

    Place run(boolean follow) throws PosixException {
      while (true) {
        List<Name> whole = Stream.concat(done.stream(), left.stream()).toList();
        Area area = of(whole);
        if (!area.user().equals(user)) {
          throw Refused.denied(
              "the path leads through a link to the mount " + text(area.target()),
              "Name the path in the mount itself.");
        }
        done.clear();
        done.addAll(area.target());
        left.clear();
        left.addAll(whole.subList(area.target().size(), whole.size()));
        Optional<Place> found = walk(area, follow);
        if (found.isPresent()) {
          return found.get();
        }
      }
    }

    /** Walks from the root of an area; returns empty at a link, whose target is then left. */
    private Optional<Place> walk(Area area, boolean follow) throws PosixException {
      if (left.isEmpty()) {
        return Optional.of(
            new Place(area, List.copyOf(done), Optional.empty(), Optional.of(area.root())));
      }
      Fd here = area.root().reopen(Open.HANDLE);
      try {
        while (true) {
          Name name = left.removeFirst();
          done.add(name);
          Optional<Name> link = link(here, name, follow);
          if (link.isPresent()) {
            here.close();
            enter(link.get());
            return Optional.empty();
          }
          Optional<Fd> next = opened(here, name);
          if (left.isEmpty()) {
            return Optional.of(new Place(area, List.copyOf(done), Optional.of(here), next));
          }
          Fd folder = next.orElseThrow(() -> Refused.missing(text(done)));
          here.close();
          here = folder;
        }
      } catch (PosixException | RuntimeException e) {
        here.close();
        throw e;
      }
    }

    private Optional<Name> link(Fd folder, Name name, boolean follow) throws PosixException {
      try {
        return left.isEmpty() && !follow ? Optional.empty() : Optional.of(folder.readLink(name));
      } catch (PosixException e) {
        if (e.is(Errno.EINVAL) || (left.isEmpty() && e.is(Errno.ENOENT))) {
          return Optional.empty();
        }
        throw e;
      }
    }

    /** Returns a handle of an entry; empty for a link and for what is missing. */
    private Optional<Fd> opened(Fd folder, Name name) throws PosixException {
      try {
        return Optional.of(folder.open(name, Open.HANDLE));
      } catch (PosixException e) {
        if (left.isEmpty() && e.is(Errno.ENOENT, Errno.ELOOP)) {
          return Optional.empty();
        }
        throw e;
      }
    }

    /** Goes on with the target of the link at the end of what is done. */
    private void enter(Name target) {
      if (++links > MOST_LINKS) {
        throw Refused.conflict(text(done) + " leads through too many links");
      }
      String way = target.latin();
      done.removeLast();
      if (way.startsWith("/")) {
        done.clear();
      }
      go(done, way, Name::ofBytes);
      done.reversed().forEach(left::addFirst);
      done.clear();
    }
  }
}
