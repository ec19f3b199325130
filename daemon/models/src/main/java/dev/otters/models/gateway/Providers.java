package dev.otters.models.gateway;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Knows the providers of this moment; they may come and go while the daemon runs. */
public interface Providers {
  /** Returns the names of all providers, usable or not, in alphabetical order. */
  List<String> names();

  /**
   * Returns the provider of a name, empty when none has it.
   *
   * @throws ModelException if there is one that cannot be used as it is configured
   */
  Optional<Provider> find(String name);

  /**
   * Returns providers that stay the same.
   *
   * @throws IllegalArgumentException if two of them have one name
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
