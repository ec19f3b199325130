package dev.otters.oci.registry;

import dev.otters.http.HttpTimes;
import dev.otters.http.Proxies;
import dev.otters.oci.registry.client.RetryPolicy;
import java.time.Duration;
import java.util.Map;

/**
 * How to talk to registries.
 *
 * @param access who asks, where requests do not say otherwise
 * @param times how long registries are waited for
 * @param retry what to do about failures that may pass
 * @param proxies through which proxies they are asked
 */
public record RegistrySettings(
    RegistryAccess access, HttpTimes times, RetryPolicy retry, Proxies proxies) {

  /** Uses no proxy. */
  public RegistrySettings(RegistryAccess access, HttpTimes times, RetryPolicy retry) {
    this(access, times, retry, Proxies.NONE);
  }

  /** Returns the usual settings, with the access and the proxies of an environment. */
  public static RegistrySettings ofEnvironment(Map<String, String> environment) {
    return new RegistrySettings(
        RegistryAccess.ofEnvironment(environment),
        new HttpTimes(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30)),
        RetryPolicy.DEFAULT,
        new Proxies(environment));
  }
}
