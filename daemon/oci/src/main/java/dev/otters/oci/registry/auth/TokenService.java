package dev.otters.oci.registry.auth;

import dev.otters.http.HttpCall;

/** Calls a token service over the connections of the registry client. */
@FunctionalInterface
public interface TokenService {
  /**
   * Makes a token request without following redirects.
   *
   * @param largest the most bytes of the response that are read
   * @return the answer
   * @throws dev.otters.oci.OciException if the request fails
   */
  byte[] ask(HttpCall call, int largest);
}
