package dev.otters.oci.registry.auth;

import dev.otters.http.HttpCall;

/** Asks a token service, over the connections of a registry's client. */
@FunctionalInterface
public interface TokenService {
  /**
   * Makes a call that gives a token; redirects are not followed.
   *
   * @param largest how many bytes of the answer are read
   * @return the answer
   * @throws dev.otters.oci.OciException when there is no good answer
   */
  byte[] ask(HttpCall call, int largest);
}
