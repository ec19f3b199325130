package dev.otters.models.provider;

import dev.otters.api.Problem;
import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.Providers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Puts the providers that are always there together with those of {@code providers.yaml}, as it is
 * at each call.
 */
public final class ConfiguredProviders implements Providers {
  private final Providers builtIn;
  private final ProvidersStore store;
  private final Connections connections;
  private final DaemonProcess facts;

  /**
   * Reads the configuration; errors in it keep nothing from working but what they are about.
   *
   * @param builtIn what is always there; its names are reserved
   * @param file need not exist
   * @param opener connects what is configured, once it is needed
   * @param facts says which process this is
   */
  public ConfiguredProviders(
      List<Provider> builtIn, Path file, ProviderOpener opener, DaemonProcess facts) {
    this.builtIn = Providers.of(builtIn.toArray(Provider[]::new));
    this.store = new ProvidersStore(file);
    this.connections = new Connections(opener, facts);
    this.facts = facts;
  }

  @Override
  public List<String> names() {
    return Stream.concat(
            builtIn.names().stream(), store.current().entries().stream().map(ProviderEntry::name))
        .sorted()
        .toList();
  }

  @Override
  public Optional<Provider> find(String name) {
    Optional<Provider> found = builtIn.find(name);
    return found.isPresent() ? found : store.current().entry(name).map(connections::of);
  }

  /** Returns why the file as it is cannot be used, empty when it can. */
  public Optional<Problem> problem() {
    return store.current().problem();
  }

  /** Returns the way to see and change what is configured. */
  public ProviderAdmin admin() {
    return new ProviderAdmin(this, builtIn.names(), store, connections, facts);
  }
}
