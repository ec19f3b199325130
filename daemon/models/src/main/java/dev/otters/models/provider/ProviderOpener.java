package dev.otters.models.provider;

import dev.otters.models.gateway.Provider;

/** Connects configured providers. */
@FunctionalInterface
public interface ProviderOpener {
  /** Returns the provider, without a request to the vendor. */
  Provider open(ProviderConfig config);
}
