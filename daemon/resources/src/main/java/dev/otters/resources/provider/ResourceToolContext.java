package dev.otters.resources.provider;

import dev.otters.resources.grant.Grants;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * The turn that asks a provider, and what it may do.
 *
 * @param resourceName the name of the RESOURCE
 * @param kind the kind of the RESOURCE, which is that of the provider
 * @param mode the access of this turn
 * @param config the settings of the RESOURCE
 * @param grants the grants of the session; never empty
 */
public record ResourceToolContext(
    String resourceName,
    String kind,
    ResourceMode mode,
    Map<String, String> config,
    Grants grants,
    Run run) {
  /**
   * The turn that asks.
   *
   * @param now the time of the call
   */
  public record Run(String activationId, String sessionId, UUID agentId, Instant now) {}

  /** Returns the context of a turn for one of its resources. */
  public static ResourceToolContext of(DeclaredResource resource, Grants grants, Run run) {
    return new ResourceToolContext(
        resource.name(), resource.kind(), resource.mode(), resource.settings(), grants, run);
  }
}
