package dev.otters.agents.create;

import dev.otters.agents.engine.Chosen;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.Executors;
import dev.otters.agents.engine.Property;
import dev.otters.agents.rows.Placement;
import dev.otters.executor.BinMounts;
import dev.otters.executor.ExecutorException;

/** Decides where new agents run. */
public final class Placements {
  private final Executors executors;
  private final BinMounts usualBinMounts;

  public Placements(Executors executors, BinMounts usualBinMounts) {
    this.executors = executors;
    this.usualBinMounts = usualBinMounts;
  }

  /**
   * Chooses the executor of a new agent, which can be used now and can hold what the operator asked
   * for.
   *
   * @throws ExecutorException UNREACHABLE or ENGINE_LOST when it cannot be used, UNSUPPORTED when
   *     it cannot hold what was asked for
   */
  Placement choose(RunOptions options) {
    Chosen chosen = options.executor().map(this::named).orElseGet(executors::standard);
    Property.check(options.asked(), chosen.kind(), chosen.info());
    return new Placement(
        chosen.kind(), chosen.because(), options.binMounts().orElse(usualBinMounts));
  }

  private Chosen named(ExecutorKind kind) {
    return new Chosen(kind, "the operator named it", executors.of(kind).info());
  }
}
