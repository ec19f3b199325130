package dev.otters.models.provider;

import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.Providers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The built-in providers and those of {@code providers.yaml}, which may change at any time. */
public final class ConfiguredProviders implements Providers {
  private final Providers builtIn;
  private final ProvidersStore store;
  private final Connections connections;
  private final DaemonProcess facts;

  /**
   * Reads the configuration. An error affects only the provider that has it.
   *
   * @param builtIn the built-in providers, whose names are reserved
   * @param file the path of {@code providers.yaml}, which need not exist
   * @param opener connects a configured provider when it is first used
   * @param keys receives all keys before their first use, which must not appear in any text
   */
  public ConfiguredProviders(
      List<Provider> builtIn,
      Path file,
      ProviderOpener opener,
      DaemonProcess facts,
      Consumer<List<String>> keys) {
    this.builtIn = Providers.of(builtIn.toArray(Provider[]::new));
    this.connections = new Connections(opener, facts);
    this.facts = facts;
    this.store = new ProvidersStore(file, entries -> keys.accept(keys(entries)));
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

  /** Returns the kind of a configured provider; empty if there is none of this name. */
  public Optional<String> kind(String name) {
    return store.current().entry(name).map(entry -> entry.kind().toString());
  }

  private List<String> keys(List<ProviderEntry> entries) {
    return entries.stream()
        .flatMap(entry -> entry.apiKey().stream())
        .filter(key -> key.missing(facts.environment()).isEmpty())
        .map(key -> key.resolve(facts.environment()).reveal())
        .toList();
  }

  /** Returns the view for operators, which also changes the configuration. */
  public ProviderAdmin admin() {
    return new ProviderAdmin(this, builtIn.names(), store, connections, facts);
  }
}
