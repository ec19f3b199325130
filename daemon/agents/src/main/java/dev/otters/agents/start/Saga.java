package dev.otters.agents.start;

import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs steps in order, and undoes them in reverse order.
 *
 * @param <C> the shared state of the steps
 */
public final class Saga<C> {
  private static final Logger LOG = LoggerFactory.getLogger(Saga.class);

  /** Receives the phase of the next step, and how many steps are done. */
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
   * Runs all steps. If one throws, the caller undoes them.
   *
   * @param context the shared state of the steps
   * @param attempt throws between steps if the start has failed
   * @param meter receives each step before it runs
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
   * Undoes all steps, the last one first, even if one fails.
   *
   * @throws RuntimeException the first failure, with the others suppressed in it
   */
  public void undo(UUID agent) {
    RuntimeException failure = null;
    for (Step<C> step : steps.reversed()) {
      try {
        step.undo().accept(agent);
      } catch (RuntimeException e) {
        LOG.atWarn()
            .addKeyValue("agent", agent)
            .addKeyValue("step", step.name())
            .log("A step could not be undone yet: {}", e.getMessage());
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
