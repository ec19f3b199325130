package dev.otters.agents.start;

import dev.otters.agents.rows.Agent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

/** The sockets of the agents. */
public interface RuntimeLinks {
  /** Returns the folder of the agent's socket. */
  Path folder(UUID agent);

  /**
   * Creates the agent's socket folder with a new token, which invalidates an older one. An existing
   * folder is reused.
   */
  void issueToken(Agent agent);

  /** Removes the file with the first token, which the runtime has read. */
  void tokenRead(UUID agent);

  /** Revokes the agent's tokens and removes its socket folder, if they exist. */
  void revoke(UUID agent);

  /**
   * Listens on the socket in the agent's folder. Replaces an existing listener on the same path.
   */
  void open(Agent agent);

  /** Stops listening and drops the connections, if there are any. */
  void close(UUID agent);

  /**
   * Asks the runtime to end.
   *
   * @param grace the time that running turns may still take
   * @return whether a runtime was connected and received the request
   */
  boolean askToStop(UUID agent, Duration grace);
}
