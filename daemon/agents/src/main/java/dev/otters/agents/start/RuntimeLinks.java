package dev.otters.agents.start;

import dev.otters.agents.rows.Agent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

/** The agents' own sockets, as the keeper of the agents needs them. */
public interface RuntimeLinks {
  /** Returns the folder of the agent's socket. */
  Path folder(UUID agent);

  /**
   * Makes the agent's socket folder with a token in it. A folder that is there is used, an older
   * token in it no longer.
   *
   * @param agent whose
   */
  void issueToken(Agent agent);

  /** Removes the file with the first token, which the runtime has read. */
  void tokenRead(UUID agent);

  /** Takes back the agent's tokens, and the folder with all in it; absent is fine. */
  void revoke(UUID agent);

  /**
   * Listens on the socket in the agent's folder; a listener that is there is replaced by a new one
   * on the same path.
   *
   * @param agent whose
   */
  void open(Agent agent);

  /** Stops listening and drops the connections; absent is fine. */
  void close(UUID agent);

  /**
   * Asks the runtime to end.
   *
   * @param agent whose
   * @param grace how long running turns may still take
   * @return whether a runtime was connected and was asked
   */
  boolean askToStop(UUID agent, Duration grace);
}
