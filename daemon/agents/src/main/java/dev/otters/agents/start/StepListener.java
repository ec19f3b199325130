package dev.otters.agents.start;

/** Is told of the steps in which agents are made; tests let steps fail here. */
public interface StepListener {
  /** Ignores all steps. */
  StepListener NONE = new StepListener() {};

  /** Takes note that a step begins. */
  default void before(String step) {}

  /** Takes note that a step was done. */
  default void after(String step) {}
}
