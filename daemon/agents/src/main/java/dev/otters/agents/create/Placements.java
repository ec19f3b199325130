package dev.otters.agents.create;

import dev.otters.agents.engine.Chosen;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.Executors;
import dev.otters.agents.engine.Property;
import dev.otters.agents.rows.Placement;
import dev.otters.executor.BinMounts;
import dev.otters.executor.ExecutorException;

/** Chooses the executors of new agents. */
public record Placements(Executors executors, BinMounts usualBinMounts) {
  /**
   * Returns the executor of a new agent, which is usable now and supports the options.
   *
   * @throws ExecutorException UNREACHABLE or ENGINE_LOST if it is not usable, UNSUPPORTED if it
   *     does not support an option
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
