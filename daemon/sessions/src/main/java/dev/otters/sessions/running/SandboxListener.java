package dev.otters.sessions.running;

import java.util.Optional;
import java.util.UUID;

/**
 * Hears what happens to the sandboxes of sessions, and says why one does not run. The methods must
 * not block.
 */
public interface SandboxListener {
  /** Hears nothing. */
  SandboxListener NONE =
      new SandboxListener() {
        @Override
        public void woken(UUID sandbox) {
          // No session has a sandbox of its own.
        }

        @Override
        public void unused(UUID sandbox) {
          // No session has a sandbox of its own.
        }
      };

  /**
   * Called when a sandbox may have work.
   *
   * @param sandbox the own sandbox of a session, or the id of an agent for that of the agent
   */
  void woken(UUID sandbox);

  /** Called when a session with a sandbox of its own was removed. */
  void unused(UUID sandbox);

  /**
   * Returns why the own sandbox of a session does not run though its agent does; empty if it runs
   * or starts, or if this is the sandbox of an agent.
   */
  default Optional<String> lack(UUID sandbox) {
    return Optional.empty();
  }
}
