package dev.otters.agents.start;

import java.util.UUID;
import java.util.function.Consumer;

/**
 * Is one named step of making an agent.
 *
 * @param <C> what the steps know and tell each other
 * @param name says what the step does, the same in the log, in progress and in tests
 * @param phase the step's phase as clients show it
 * @param run does it
 * @param undo takes it back, also when {@code run} died in its middle or never began, and the
 *     second time
 */
public record Step<C>(String name, String phase, Consumer<C> run, Consumer<UUID> undo) {
  /** Makes a step that leaves nothing behind. */
  public static <C> Step<C> lasting(String name, String phase, Consumer<C> run) {
    return new Step<>(name, phase, run, agent -> {});
  }
}
