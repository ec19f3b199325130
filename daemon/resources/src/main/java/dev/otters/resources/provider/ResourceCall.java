package dev.otters.resources.provider;

import dev.otters.resources.grant.Namespace;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A call of a tool of a resource.
 *
 * @param operation the operation of the provider, such as {@code write}
 * @param namespace the path in the member {@code namespace} of the input; empty for none
 * @param input the input, a JSON object without known secrets
 */
public record ResourceCall(String operation, Optional<Namespace> namespace, JsonNode input) {
  /** The member of the input that names a path. */
  public static final String NAMESPACE = "namespace";
}
