package dev.otters.models.gateway;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The providers, which may change while the daemon runs. */
public interface Providers {
  /** Returns the names of all providers in alphabetical order, including unusable ones. */
  List<String> names();

  /**
   * Returns the provider of a name; empty if there is none.
   *
   * @throws ModelException if the configuration of the provider is unusable
   */
  Optional<Provider> find(String name);

  /**
   * Returns a fixed set of providers.
   *
   * @throws IllegalArgumentException if two providers have the same name
   */
  static Providers of(Provider... some) {
    TreeMap<String, Provider> byName = new TreeMap<>();
    for (Provider provider : some) {
      if (byName.put(provider.name(), provider) != null) {
        throw new IllegalArgumentException("two providers are named " + provider.name());
      }
    }
    return new Providers() {
      @Override
      public List<String> names() {
        return List.copyOf(byName.keySet());
      }

      @Override
      public Optional<Provider> find(String name) {
        return Optional.ofNullable(byName.get(name));
      }
    };
  }
}
