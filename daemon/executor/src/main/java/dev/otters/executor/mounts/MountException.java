package dev.otters.executor.mounts;

import dev.otters.executor.ExecutorException;
import java.util.List;
import java.util.stream.Collectors;

/** A refusal of mounts, with all problems. Its reason is MOUNT. */
public final class MountException extends ExecutorException {
  private static final long serialVersionUID = 1L;

  private final transient List<MountProblem> problems;

  MountException(MountProblem problem) {
    this(List.of(problem));
  }

  /**
   * Creates a refusal.
   *
   * @param problems not empty
   */
  MountException(List<MountProblem> problems) {
    super(Reason.MOUNT, lines(problems), remedies(problems));
    this.problems = List.copyOf(problems);
  }

  /** Returns the problems in the order of the mounts; never empty. */
  public List<MountProblem> problems() {
    return problems;
  }

  /** Returns whether a mount is denied, and not only malformed. */
  public boolean forbidden() {
    return problems.stream().anyMatch(MountProblem::forbidden);
  }

  private static String remedies(List<MountProblem> problems) {
    return problems.stream().map(MountProblem::remedy).distinct().collect(Collectors.joining(" "));
  }

  private static String lines(List<MountProblem> problems) {
    return problems.stream().map(MountProblem::render).collect(Collectors.joining("\n"));
  }
}
