package dev.otters.executor.mounts;

import dev.otters.executor.SandboxUser;
import java.util.ArrayList;
import java.util.List;

/** Decides which mounts of an operator are allowed, and reports all problems of the others. */
public final class MountPolicy {
  private final SourceRules sources;

  /**
   * Creates the policy of a daemon.
   *
   * @param places the places that agents must not see
   */
  public MountPolicy(PrivatePlaces places) {
    this.sources = new SourceRules(places);
  }

  /**
   * Checks mounts together.
   *
   * @param user the sandbox's user, who must be able to read each source, and to write to it unless
   *     the mount is read-only
   * @param allowSensitive whether sources with credentials are allowed
   * @return the mounts in the same order, with sources without links and absolute, normalized
   *     targets
   * @throws MountException with every problem of every mount
   */
  public List<CheckedMount> check(
      List<MountSpec> mounts, SandboxUser user, boolean allowSensitive) {
    List<CheckedMount> checked = new ArrayList<>();
    List<MountProblem> problems = new ArrayList<>();
    for (MountSpec mount : mounts) {
      try {
        String target = TargetRules.check(mount);
        var source = sources.check(mount, user, allowSensitive);
        checked.add(new CheckedMount(source, target, mount.description(), mount.readOnly()));
      } catch (MountException e) {
        problems.addAll(e.problems());
      }
    }
    problems.addAll(overlaps(checked));
    if (!problems.isEmpty()) {
      throw new MountException(problems);
    }
    return List.copyOf(checked);
  }

  private static List<MountProblem> overlaps(List<CheckedMount> mounts) {
    List<MountProblem> problems = new ArrayList<>();
    for (int i = 0; i < mounts.size(); i++) {
      for (int j = 0; j < i; j++) {
        overlap(mounts.get(j), mounts.get(i), problems);
      }
    }
    return problems;
  }

  private static void overlap(CheckedMount one, CheckedMount other, List<MountProblem> problems) {
    String name = other.source() + ":" + other.target();
    if (one.target().equals(other.target())) {
      problems.add(
          new MountProblem(
              name,
              one.source() + " is mounted at " + one.target() + " too",
              "one mount per target",
              "Give one of the mounts another target."));
    } else if (within(one, other) || within(other, one)) {
      problems.add(
          new MountProblem(
              name,
              "it overlaps the mount at " + one.target(),
              "mounts that do not overlap",
              "Choose another target, for example /workspace/other."));
    }
  }

  private static boolean within(CheckedMount inner, CheckedMount outer) {
    return inner.target().startsWith(outer.target() + "/");
  }
}
