package dev.otters.agents.engine;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ExecutorInfo;
import dev.otters.executor.Limitation;
import dev.otters.executor.Limitations;
import java.util.Optional;
import java.util.Set;

/** Is what an operator can ask of a sandbox by name, and what an executor may be unable to hold. */
public enum Property {
  MEMORY("--memory", Limitations.MEMORY),
  CPUS("--cpus", Limitations.CPUS),
  PIDS("--pids", Limitations.PIDS),
  SHM("--shm-size", Limitations.SHM),
  NO_NETWORK("--network none", Limitations.NETWORK),
  READ_ONLY("a read-only mount", Limitations.READ_ONLY);

  private final String option;
  private final String limitation;

  Property(String option, String limitation) {
    this.option = option;
    this.limitation = limitation;
  }

  /** Returns the name of the limitation that an executor has which cannot hold this. */
  public String limitation() {
    return limitation;
  }

  /**
   * Refuses what an executor cannot hold. What nobody asked for is not refused, but shown as the
   * executor's limitation. The only place that decides so.
   *
   * @param asked what the operator asked for in so many words
   * @param kind the executor
   * @param info what the executor says of itself
   * @throws ExecutorException UNSUPPORTED for the first that it cannot hold
   */
  public static void check(Set<Property> asked, ExecutorKind kind, ExecutorInfo info) {
    for (Property property : asked) {
      property
          .limited(info)
          .ifPresent(
              limitation -> {
                throw new ExecutorException(
                    Reason.UNSUPPORTED,
                    "executor "
                        + kind
                        + " cannot hold "
                        + property.option
                        + " ("
                        + limitation.name()
                        + ": "
                        + limitation.detail()
                        + ")",
                    "Leave it out, and the agent runs without it; or choose an executor that can,"
                        + " see 'otters info'.");
              });
    }
  }

  private Optional<Limitation> limited(ExecutorInfo info) {
    return info.limitations().stream().filter(l -> l.name().equals(limitation)).findFirst();
  }
}
