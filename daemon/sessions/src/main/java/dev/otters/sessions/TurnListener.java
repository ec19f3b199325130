package dev.otters.sessions;

import java.util.UUID;

/** Hears what happens to running turns from outside of them. Must return quickly. */
public interface TurnListener {
  /** Hears that nobody listens. */
  TurnListener NONE =
      new TurnListener() {
        @Override
        public void interrupted(UUID agent, String activation) {}

        @Override
        public void ended(UUID agent, String activation) {}
      };

  /** The user stopped the turn; the runtime is to end it within a second. */
  void interrupted(UUID agent, String activation);

  /**
   * The turn's attempt is over, in whatever way; completions that still run for it are pointless.
   */
  void ended(UUID agent, String activation);
}
