package dev.otters.executor.mounts;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.RunSpec;
import dev.otters.executor.SandboxKey.Purpose;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.SecretLauncher;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Plans all binds of a sandbox, outer folders first. */
public final class MountPlan {
  private MountPlan() {}

  /**
   * Plans the binds of a sandbox, and creates their mount points in the agent's own folders. The
   * agent must not run meanwhile.
   *
   * @return the agent's folders, the folders on the way to operator mounts, and the operator mounts
   * @throws ExecutorException MOUNT when a source is missing or has become a link, when a mount
   *     point is a link or of the wrong kind, or when targets overlap
   */
  public static List<Bind> prepare(SandboxSpec spec) {
    checkTargets(spec.mounts());
    List<Bind> binds = new ArrayList<>();
    for (AgentBinds.Wanted wanted : AgentBinds.of(spec)) {
      binds.add(bind(wanted.source(), wanted.target(), wanted.readOnly()));
    }
    MountPoints points = new MountPoints(spec.root(), spec.user());
    for (OperatorMount mount : ofDaemon(spec)) {
      binds.addAll(points.prepare(mount));
      binds.add(bind(mount.host(), mount.target(), mount.readOnly()));
    }
    for (OperatorMount mount : spec.mounts()) {
      Bind bind = bind(mount, spec.user());
      List<Bind> folders = AgentBinds.isScratch(spec, mount) ? List.of() : points.prepare(mount);
      for (Bind folder : folders) {
        if (!binds.contains(folder)) {
          binds.add(folder);
        }
      }
      binds.add(bind);
    }
    return spec.key().purpose() == Purpose.CHECK ? fixed(spec, binds) : List.copyOf(binds);
  }

  /** A check writes nothing but its scratch folders. */
  private static List<Bind> fixed(SandboxSpec spec, List<Bind> binds) {
    Set<String> scratch =
        spec.mounts().stream()
            .filter(mount -> AgentBinds.isScratch(spec, mount))
            .map(OperatorMount::target)
            .collect(Collectors.toSet());
    return binds.stream()
        .map(bind -> scratch.contains(bind.target()) ? bind : bind.fixed())
        .toList();
  }

  /** Returns the mounts of the daemon's own folders of an agent, as far as its root has them. */
  public static List<OperatorMount> ofDaemon(SandboxSpec spec) {
    return AgentBinds.ofDaemon(spec);
  }

  /**
   * Plans a read-only bind of a file or folder outside the agent's root.
   *
   * @throws ExecutorException MOUNT when the source is missing or its path contains a link
   */
  public static Bind readOnly(Path source, String target) {
    return bind(source, target, true);
  }

  /**
   * Plans the binds that a run needs besides those of its sandbox.
   *
   * @param folder keeps the launcher of runs with secrets
   * @throws ExecutorException UNSUPPORTED when there is no launcher for this processor, MOUNT when
   *     it cannot be written
   */
  public static List<Bind> launcher(RunSpec run, Path folder) {
    if (run.secrets().isEmpty()) {
      return List.of();
    }
    try {
      Path launcher = SecretLauncher.install(folder.resolve("launch"));
      return List.of(readOnly(launcher, SecretLauncher.TARGET));
    } catch (IOException e) {
      throw new ExecutorException(
          Reason.MOUNT,
          "cannot write to " + folder + ": " + e.getMessage(),
          "Free some disk space there, and check that the daemon may write to it.",
          e);
    }
  }

  private static void checkTargets(List<OperatorMount> mounts) {
    Set<String> targets = new HashSet<>();
    for (OperatorMount mount : mounts) {
      if (!targets.add(mount.target()) || mounts.stream().anyMatch(m -> holds(m, mount))) {
        throw new ExecutorException(
            Reason.MOUNT,
            "the mount at " + mount.target() + " overlaps another one",
            "Give each mount a target outside the others.");
      }
    }
  }

  private static boolean holds(OperatorMount outer, OperatorMount inner) {
    return inner.target().startsWith(outer.target() + "/");
  }

  private static Bind bind(OperatorMount mount, SandboxUser user) {
    try (Fd file = Fd.open(mount.host(), Open.HANDLE)) {
      FileStat stat = file.stat();
      return new Bind(
          mount.host(),
          mount.target(),
          mount.readOnly(),
          stat.id(),
          true,
          Access.map(stat, user, mount.readOnly()));
    } catch (PosixException e) {
      throw unusable(mount.host(), mount.target(), e);
    }
  }

  private static Bind bind(Path source, String target, boolean readOnly) {
    try (Fd file = Fd.open(source, Open.HANDLE)) {
      return new Bind(source, target, readOnly, file.stat().id());
    } catch (PosixException e) {
      throw unusable(source, target, e);
    }
  }

  private static ExecutorException unusable(Path source, String target, PosixException e) {
    return new ExecutorException(
        Reason.MOUNT,
        "cannot mount " + source + " at " + target + ": " + e.getMessage(),
        "Restore " + source + " as a real file or folder without links in its path.",
        e);
  }
}
