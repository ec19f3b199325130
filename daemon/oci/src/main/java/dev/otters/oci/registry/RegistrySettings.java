package dev.otters.oci.registry;

import java.time.Duration;
import java.util.Map;

/**
 * How to talk to registries.
 *
 * @param access who asks, where requests do not say otherwise
 * @param connectTimeout for one connection
 * @param answerTimeout until the headers of an answer
 * @param stallTimeout until the next bytes of a body
 * @param retry what to do about failures that may pass
 */
public record RegistrySettings(
    RegistryAccess access,
    Duration connectTimeout,
    Duration answerTimeout,
    Duration stallTimeout,
    RetryPolicy retry) {

  /** Returns the usual settings, with {@link RegistryAccess#ofEnvironment}. */
  public static RegistrySettings ofEnvironment(Map<String, String> environment) {
    return new RegistrySettings(
        RegistryAccess.ofEnvironment(environment),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        RetryPolicy.DEFAULT);
  }
}
