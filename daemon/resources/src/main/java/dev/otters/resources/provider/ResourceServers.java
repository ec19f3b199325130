package dev.otters.resources.provider;

import dev.otters.resources.grant.Grants;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * The servers of strangers that serve resources. Their calls take place outside of every
 * transaction. Thread-safe.
 */
public interface ResourceServers {
  /** No servers. */
  ResourceServers NONE =
      new ResourceServers() {
        @Override
        public Map<String, FoundTools> found(
            UUID agent, List<DeclaredResource> resources, boolean wait) {
          return Map.of();
        }

        @Override
        public String call(UUID agent, Grants grants, DeclaredResource resource, Asked asked) {
          throw ResourceException.refused("no server is connected");
        }

        @Override
        public void rest(UUID agent) {}

        @Override
        public void forget(UUID agent) {}
      };

  /**
   * A call of a tool.
   *
   * @param tool the name that the server gave it
   * @param inputJson the input, a JSON object
   * @param hide hides secrets in the answer, before any part of it is left out
   */
  record Asked(String tool, String inputJson, UnaryOperator<String> hide) {}

  /**
   * Returns the tools of those resources that have a server, by the names of the resources.
   *
   * @param wait whether to wait some seconds for servers that were not asked before
   */
  Map<String, FoundTools> found(UUID agent, List<DeclaredResource> resources, boolean wait);

  /**
   * Calls a tool once, and waits for its answer. An interrupt ends the wait.
   *
   * @return what the model reads
   * @throws ResourceException with the reason if it failed. It may have happened nevertheless,
   *     which the message then says.
   */
  String call(UUID agent, Grants grants, DeclaredResource resource, Asked asked);

  /** Ends the connections of an agent, those in use after their calls. */
  void rest(UUID agent);

  /**
   * Ends the connections of an agent that is being removed, and waits for the ends.
   *
   * @throws IllegalStateException when a server does not end
   */
  void forget(UUID agent);
}
