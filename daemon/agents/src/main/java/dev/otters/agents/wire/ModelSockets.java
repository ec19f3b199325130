package dev.otters.agents.wire;

import dev.otters.agents.rows.Agent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/** The sockets at which programs of agents ask models. */
public interface ModelSockets {
  /** Serves no agent. */
  ModelSockets NONE =
      new ModelSockets() {
        @Override
        public void open(Agent agent, Path folder) {
          // No agent has an endpoint.
        }

        @Override
        public void close(UUID agent) {
          // There is none.
        }
      };

  /**
   * Listens in an agent's folder, if its programs may ask models. Replaces an earlier socket.
   *
   * @throws IOException if the socket cannot be created
   */
  void open(Agent agent, Path folder) throws IOException;

  /** Ends the requests of an agent's programs and removes its socket, if there is one. */
  void close(UUID agent);
}
