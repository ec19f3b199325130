package dev.otters.agents.start;

/** Observes the steps in the creation and start of agents; tests make steps fail here. */
public interface StepListener {
  /** Ignores all steps. */
  StepListener NONE = new StepListener() {};

  /** Runs before a step. */
  default void before(String step) {}

  /** Runs after a step. */
  default void after(String step) {}
}
