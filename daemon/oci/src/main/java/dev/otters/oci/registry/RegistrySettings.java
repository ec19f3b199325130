package dev.otters.oci.registry;

import dev.otters.http.HttpTimes;
import dev.otters.http.Proxies;
import dev.otters.oci.registry.client.RetryPolicy;
import java.time.Duration;
import java.util.Map;

/**
 * The settings of the registry client.
 *
 * @param access the default access of requests
 * @param retry the retry policy for transient failures
 */
public record RegistrySettings(
    RegistryAccess access, HttpTimes times, RetryPolicy retry, Proxies proxies) {

  /** Returns the default settings with the access and proxies of an environment. */
  public static RegistrySettings ofEnvironment(Map<String, String> environment) {
    return new RegistrySettings(
        RegistryAccess.ofEnvironment(environment),
        new HttpTimes(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30)),
        RetryPolicy.DEFAULT,
        new Proxies(environment));
  }
}
