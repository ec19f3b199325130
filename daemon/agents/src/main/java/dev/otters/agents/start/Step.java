package dev.otters.agents.start;

import java.util.UUID;
import java.util.function.Consumer;

/**
 * One named step in the creation or start of an agent.
 *
 * @param <C> the shared state of the steps
 * @param name the name of the step in the log, in progress and in tests
 * @param phase the phase of the step as clients show it
 * @param undo undoes the step; idempotent, and safe after a partial or missing run
 */
public record Step<C>(String name, String phase, Consumer<C> run, Consumer<UUID> undo) {
  /** Creates a step that needs no undo. */
  public static <C> Step<C> lasting(String name, String phase, Consumer<C> run) {
    return new Step<>(name, phase, run, agent -> {});
  }
}
