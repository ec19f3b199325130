package dev.otters.server.provider;

import dev.otters.server.gateway.Provider;
import dev.otters.server.gateway.Providers;
import java.util.List;
import java.util.Optional;

/** Puts the providers that are always there together with those that the operator configured. */
public final class ConfiguredProviders implements Providers {
  private final Providers builtIn;

  /** Takes what is always there; its names are reserved. */
  public ConfiguredProviders(List<Provider> builtIn) {
    this.builtIn = Providers.of(builtIn.toArray(Provider[]::new));
  }

  @Override
  public List<String> names() {
    return builtIn.names();
  }

  @Override
  public Optional<Provider> find(String name) {
    return builtIn.find(name);
  }
}
