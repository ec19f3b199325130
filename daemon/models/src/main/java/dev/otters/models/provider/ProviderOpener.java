package dev.otters.models.provider;

import dev.otters.models.gateway.Provider;

/** Makes a connection of what is configured; called for the first time when one is needed. */
@FunctionalInterface
public interface ProviderOpener {
  /** Returns the provider; asks the vendor nothing yet. */
  Provider open(ProviderConfig config);
}
