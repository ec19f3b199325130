package dev.otters.agents;

import dev.otters.agents.start.StepListener;
import java.util.concurrent.atomic.AtomicInteger;

/** Kills the daemon before a step, when that step comes for the nth time. */
final class KillBefore implements StepListener {
  private final String step;
  private final AtomicInteger left;

  /** A kill of the daemon. Nothing handles it. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  KillBefore(String step, int nth) {
    this.step = step;
    this.left = new AtomicInteger(nth);
  }

  @Override
  public void before(String name) {
    if (name.equals(step) && left.decrementAndGet() == 0) {
      throw new Killed();
    }
  }
}
