package dev.otters.oci.registry.client;

import dev.otters.oci.OciException;

/** A registry that was called over plain HTTP uses TLS. */
public final class SpeaksTls extends OciException {
  private static final long serialVersionUID = 1;

  private final String host;

  SpeaksTls(String host) {
    super(
        Reason.UNREACHABLE,
        "registry " + host + " uses TLS but was called over plain HTTP",
        "Remove it from the insecure registries.");
    this.host = host;
  }

  /** Returns the registry's host and port. */
  public String host() {
    return host;
  }
}
