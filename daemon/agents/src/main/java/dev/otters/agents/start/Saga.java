package dev.otters.agents.start;

import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs steps in order, and takes them back in the opposite order.
 *
 * @param <C> what the steps know and tell each other
 */
public final class Saga<C> {
  private static final Logger LOGGER = LoggerFactory.getLogger(Saga.class);

  /** Is told which step comes next, of how many. */
  public interface Meter {
    void next(String phase, int done, int total);
  }

  private final List<Step<C>> steps;
  private final StepListener listener;

  public Saga(List<Step<C>> steps, StepListener listener) {
    this.steps = List.copyOf(steps);
    this.listener = listener;
  }

  /**
   * Runs all steps. The caller undoes them when one throws.
   *
   * @param context is given to each step
   * @param attempt says between the steps whether to go on
   * @param meter is told of each step before it runs
   */
  public void run(C context, StartAttempt attempt, Meter meter) {
    for (int i = 0; i < steps.size(); i++) {
      Step<C> step = steps.get(i);
      attempt.check();
      meter.next(step.phase(), i, steps.size());
      listener.before(step.name());
      step.run().accept(context);
      listener.after(step.name());
    }
  }

  /**
   * Takes all steps back, the last first; one that fails does not keep the others from it.
   *
   * @param agent whose steps
   * @throws RuntimeException the first failure, with the others suppressed in it
   */
  public void undo(UUID agent) {
    RuntimeException failure = null;
    for (Step<C> step : steps.reversed()) {
      try {
        step.undo().accept(agent);
      } catch (RuntimeException e) {
        LOGGER
            .atWarn()
            .addKeyValue("agent", agent)
            .addKeyValue("step", step.name())
            .log("A step could not be taken back yet: {}", e.getMessage());
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
