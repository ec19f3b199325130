package dev.otters.sessions.running;

import java.util.UUID;

/** Receives outside events of running turns. Implementations must return quickly. */
public interface TurnListener {
  /** A listener that ignores everything. */
  TurnListener NONE =
      new TurnListener() {
        @Override
        public void interrupted(UUID sandbox, String activation) {}

        @Override
        public void ended(UUID sandbox, String activation) {}
      };

  /** The user stopped the turn; the runtime must end it within a second. */
  void interrupted(UUID sandbox, String activation);

  /** The attempt is over. Its running completions are pointless. */
  void ended(UUID sandbox, String activation);
}
