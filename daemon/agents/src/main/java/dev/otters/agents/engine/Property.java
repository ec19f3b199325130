package dev.otters.agents.engine;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ExecutorInfo;
import dev.otters.executor.Limitation;
import dev.otters.executor.Limitations;
import java.util.Optional;
import java.util.Set;

/** A property of a sandbox that an operator can ask for and an executor may not support. */
public enum Property {
  MEMORY("--memory", Limitations.MEMORY),
  CPUS("--cpus", Limitations.CPUS),
  PIDS("--pids", Limitations.PIDS),
  SHM("--shm-size", Limitations.SHM),
  NO_NETWORK("--network none", Limitations.NETWORK),
  EGRESS("--network egress", Limitations.NETWORK),
  READ_ONLY("a read-only mount", Limitations.READ_ONLY);

  private final String option;
  private final String limitation;

  Property(String option, String limitation) {
    this.option = option;
    this.limitation = limitation;
  }

  /** Returns the name of the limitation of executors without this property. */
  public String limitation() {
    return limitation;
  }

  /**
   * Refuses a property that an executor does not support. Properties that the operator did not ask
   * for are shown as limitations instead. No other code decides this.
   *
   * @param asked the properties that the operator asked for explicitly
   * @param info the executor's description of itself
   * @throws ExecutorException UNSUPPORTED for the first unsupported property
   */
  public static void check(Set<Property> asked, ExecutorKind kind, ExecutorInfo info) {
    for (Property property : asked) {
      property
          .limited(info)
          .ifPresent(
              limitation -> {
                throw new ExecutorException(
                    Reason.UNSUPPORTED,
                    "executor %s does not support %s (%s: %s)"
                        .formatted(kind, property.option, limitation.name(), limitation.detail()),
                    "Omit it, or choose an executor that supports it; see 'otters info'.");
              });
    }
  }

  private Optional<Limitation> limited(ExecutorInfo info) {
    return info.limitations().stream().filter(l -> l.name().equals(limitation)).findFirst();
  }
}
